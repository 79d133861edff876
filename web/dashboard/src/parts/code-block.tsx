import styles from './code-block.module.css';
import { CopyButton } from './copy-field.tsx';

type Props = { readonly code: string; readonly what: string };

/** Lines to copy into a terminal or a program: `<CodeBlock code={curl} what="curl" />`. */
export function CodeBlock({ code, what }: Props) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.code} tabIndex={0} aria-label={what}>
        <pre>{code}</pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={code} what={what} />
      </div>
    </div>
  );
}
