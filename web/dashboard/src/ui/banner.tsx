import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import tones from './tones.module.css';

const ICONS = {
  pending: 'info',
  warning: 'alert',
  failed: 'alert',
  paid: 'check',
} as const satisfies Record<string, IconName>;

type Props = {
  readonly tone?: keyof typeof ICONS;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** A sentence about the page as a whole; announced when it appears. */
export function Banner({ tone = 'pending', action, children }: Props) {
  return (
    <div className={classNames(styles.banner, tones[tone])} role="status">
      <Icon name={ICONS[tone]} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
