import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

type Props = {
  readonly title?: string;
  /** To the right of the title. */
  readonly action?: ReactNode;
  /** Without inner distance, for tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

export function Card({ title, action, flush = false, children }: Props) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
