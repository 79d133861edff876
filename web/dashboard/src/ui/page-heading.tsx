import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './page-heading.module.css';

type Props = {
  readonly children: ReactNode;
  /** One sentence below the title. */
  readonly hint?: ReactNode;
  /** Buttons to the right. */
  readonly actions?: ReactNode;
};

/** The one h1 of a page. It takes the focus after a navigation, so that screen readers read it. */
export function PageHeading({ children, hint, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Of this page, not of the browser: while the next page loads, the old one is still there.
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  useEffect(() => {
    if (lastPath !== null && lastPath !== path) heading.current?.focus({ preventScroll: true });
    lastPath = path;
  }, [path]);
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {children}
        </h1>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Null until the first page is shown: a page that was loaded keeps the browser's own focus. */
let lastPath: string | null = null;
