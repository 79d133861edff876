import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './card.module.css';

type Props = {
  readonly title?: string;
  /** To the right of the title. */
  readonly action?: ReactNode;
  /** The next step of a page: its title takes the focus and comes into view. */
  readonly isNextStep?: boolean;
  /** Without inner distance, for tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
};

export function Card({ title, action, isNextStep = false, flush = false, children }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isNextStep) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isNextStep]);
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 id={id} ref={heading} tabIndex={isNextStep ? -1 : undefined}>
            {title}
          </h2>
          {action}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
