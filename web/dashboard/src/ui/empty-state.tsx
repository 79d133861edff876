import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

type Props = {
  readonly icon?: IconName;
  /** One sentence: what would be here. */
  readonly title: string;
  readonly hint?: ReactNode;
  /** The next thing to do. */
  readonly action?: ReactNode;
};

export function EmptyState({ icon = 'info', title, hint, action }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
