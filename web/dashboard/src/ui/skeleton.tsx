import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/use-words.tsx';
import styles from './skeleton.module.css';

const DELAY_MS = 200;

type Props = { readonly height?: number; readonly width?: number | string };

/** A bar of the size that the content will have. */
export function Skeleton({ height = 20, width = '100%' }: Props) {
  return <div className={styles.bar} style={{ height, width }} />;
}

/** Shown only when loading takes long; until then the space is kept free. */
export function Loading({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={isLate ? undefined : styles.early} role="status" aria-busy="true">
      <span className="visually-hidden">{isLate ? words.common.loading : ''}</span>
      {children}
    </div>
  );
}

/** A list that loads: as many bars as rows are expected. */
export function SkeletonRows({ rows = 5 }: { readonly rows?: number }) {
  return (
    <div className={styles.rows}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike.
        <Skeleton key={i} height={28} />
      ))}
    </div>
  );
}
