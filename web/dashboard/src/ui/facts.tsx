import type { ReactNode } from 'react';
import styles from './facts.module.css';

type Props = { readonly facts: readonly (readonly [name: string, value: ReactNode])[] };

/** Names and values of one thing: `<Facts facts={[[words.deposit.fee, <Money cents={fee} />]]} />`. */
export function Facts({ facts }: Props) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
