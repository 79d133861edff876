import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useFormats } from '../words/use-words.tsx';
import type { Tone } from './status.tsx';
import styles from './timeline.module.css';

export type TimelineItem = {
  readonly key: string;
  readonly at: string;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly icon: IconName;
  readonly tone: Tone;
};
type Props = {
  readonly items: readonly TimelineItem[];
  /** Time of what came before the first item, if it is shown elsewhere. */
  readonly after?: string | undefined;
};

/** What happened, oldest first, with the gap to the item before: `<Timeline items={items} />`. */
export function Timeline({ items, after }: Props) {
  const formats = useFormats();
  return (
    <ol className={styles.timeline}>
      {items.map((item, i) => (
        <li key={item.key} className={styles.item}>
          <span className={`${styles.mark} ${styles[item.tone]}`}>
            <Icon name={item.icon} size={14} />
          </span>
          <div className={styles.text}>
            <p className={styles.head}>
              <span className={styles.title}>{item.title}</span>
              <time dateTime={item.at} title={formats.exact(item.at)} className={styles.time}>
                {formats.moment(item.at)}
                <Gap from={items[i - 1]?.at ?? after} to={item.at} />
              </time>
            </p>
            {item.detail && <div className={styles.detail}>{item.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Gap({ from, to }: { readonly from: string | undefined; readonly to: string }) {
  const formats = useFormats();
  if (!from) return null;
  return <> · +{formats.duration(Math.max(0, Date.parse(to) - Date.parse(from)))}</>;
}
