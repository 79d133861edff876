import { classNames } from '../ui/class-names.ts';
import { useFormats } from '../words/use-words.tsx';
import styles from './money.module.css';

type Props = {
  /** Null is shown as a dash. */
  readonly cents: number | null | undefined;
  /** A plus before what comes in, as a statement has it. */
  readonly signed?: boolean;
  readonly size?: 'text' | 'title' | 'amount';
};

/** An amount, never broken over two lines: `<Money cents={charge.value} />`. */
export function Money({ cents, signed = false, size = 'text' }: Props) {
  const formats = useFormats();
  if (cents === null || cents === undefined) return <span>—</span>;
  const plus = signed && cents > 0 ? '+' : '';
  const isIn = signed && cents > 0;
  return (
    <span className={classNames(styles.money, styles[size], isIn && styles.in)}>
      {plus}
      {formats.money(cents)}
    </span>
  );
}
