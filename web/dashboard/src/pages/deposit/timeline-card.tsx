import type { Charge, TimelineEntry } from '@entrada/client/gen/api';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { causeText } from '../../parts/cause-text.ts';
import type { Tone } from '../../parts/status.tsx';
import timelineStyles from '../../parts/timeline.module.css';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PartialBanner } from '../../ui/partial-banner.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import tones from '../../ui/tones.module.css';
import type { Words } from '../../words/pt.ts';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './deposit-page.module.css';
import { refundFailureText } from './refund-failure-text.ts';
import { groupTimeline, type TimelineGroup } from './timeline-groups.ts';
import { useTimeline } from './use-deposit.ts';

export function TimelineCard({ charge }: { readonly charge: Charge }) {
  const words = useWords();
  const timeline = useTimeline(charge);
  return (
    <Card title={words.deposit.timeline}>
      <Loaded query={timeline} skeleton={<SkeletonRows rows={6} />}>
        {({ timeline: entries, incomplete }) => (
          <>
            <PartialBanner missing={incomplete.map((part) => words.overview.parts[part] ?? part)} />
            {groupTimeline(entries).map((group) => (
              <Group key={group.start} group={group} />
            ))}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Group({ group: { area, entries, start, after } }: { readonly group: TimelineGroup }) {
  const words = useWords();
  const items = entries.map((entry, i) => itemOf(entry, `${start}-${i}`, words));
  return (
    <Fragment>
      <h3 className={styles.area}>{words.deposit.areas[area]}</h3>
      <Timeline items={items} after={after} />
    </Fragment>
  );
}

function itemOf(entry: TimelineEntry, key: string, words: Words): TimelineItem {
  const { tone, icon } = lookOf(entry);
  const title = words.deposit.kinds[entry.kind] ?? entry.kind;
  return { key, at: entry.at, title, tone, icon, detail: <Detail entry={entry} /> };
}

const LOOKS: Readonly<Record<string, { readonly tone: Tone; readonly icon: IconName }>> = {
  completed: { tone: 'paid', icon: 'check' },
  credited: { tone: 'paid', icon: 'check' },
  suspense_credited: { tone: 'paid', icon: 'check' },
  expired: { tone: 'quiet', icon: 'hourglass' },
  canceled: { tone: 'quiet', icon: 'cancel' },
  payment_exception: { tone: 'warning', icon: 'alert' },
  suspended: { tone: 'warning', icon: 'alert' },
  refund_failed: { tone: 'failed', icon: 'alert' },
  refund_requested: { tone: 'warning', icon: 'refund' },
  refund_settled: { tone: 'warning', icon: 'refund' },
  payment_returned: { tone: 'warning', icon: 'refund' },
};

function lookOf(entry: TimelineEntry): { readonly tone: Tone; readonly icon: IconName } {
  if (entry.kind !== 'webhook_attempt') {
    return LOOKS[entry.kind] ?? { tone: 'pending', icon: 'info' };
  }
  return entry.cause ? { tone: 'failed', icon: 'alert' } : { tone: 'paid', icon: 'check' };
}

/** The few facts of an entry that a person looks for; the rest is in the API. */
function Detail({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  const words = useWords();
  const { money, duration } = useFormats();
  const source = textOf(entry.source);
  const parts: readonly ReactNode[] = [
    whenNumber(entry.amount ?? entry.value, money),
    source && words.deposit.viaSource(words.deposit.sources[source] ?? source),
    textOf(entry.event),
    textOf(entry.deliveryId) && <DeliveryLink key="delivery" entry={entry} />,
    whenNumber(entry.statusCode, (code) => `HTTP ${code}`),
    whenNumber(entry.durationMs, duration),
    textOf(entry.cause) && causeText(failureOf(entry), words),
    refundFailureText(
      { failure: textOf(entry.failure), failureCode: textOf(entry.failureCode) },
      words,
    ),
  ];
  return (
    <ul className={styles.facts}>
      {parts.map((part, i) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an entry never move.
        part ? <li key={i}>{part}</li> : null,
      )}
    </ul>
  );
}

function DeliveryLink({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  const deliveryId = textOf(entry.deliveryId);
  if (!deliveryId) return null;
  return (
    <Link to="/deliveries/$deliveryId" params={{ deliveryId }}>
      {textOf(entry.webhookName) ?? deliveryId}
    </Link>
  );
}

function failureOf({ cause, causeCode }: TimelineEntry) {
  return { cause: textOf(cause), causeCode: textOf(causeCode) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function whenNumber(value: unknown, write: (value: number) => string): string | null {
  return typeof value === 'number' ? write(value) : null;
}

type TimelineItem = {
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
function Timeline({ items, after }: Props) {
  const formats = useFormats();
  return (
    <ol className={timelineStyles.timeline}>
      {items.map((item, i) => (
        <li key={item.key} className={timelineStyles.item}>
          <span className={`${timelineStyles.mark} ${tones[item.tone]}`}>
            <Icon name={item.icon} size={14} />
          </span>
          <div className={timelineStyles.text}>
            <p className={timelineStyles.head}>
              <span className={timelineStyles.title}>{item.title}</span>
              <time
                dateTime={item.at}
                title={formats.exact(item.at)}
                className={timelineStyles.time}
              >
                {formats.moment(item.at)}
                <Gap from={items[i - 1]?.at ?? after} to={item.at} />
              </time>
            </p>
            {item.detail && <div className={timelineStyles.detail}>{item.detail}</div>}
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
