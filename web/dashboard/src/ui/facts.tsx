import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

type Props = {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Amounts that are read as a sum. */
  readonly right?: boolean;
};

/** Names and values of one thing: `<Facts facts={[[words.deposit.fee, <Money cents={fee} />]]} />`. */
export function Facts({ facts, right = false }: Props) {
  return (
    <dl className={classNames(styles.facts, right && styles.right)}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
