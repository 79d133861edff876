import type { Reply } from '@entrada/client/client';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Funnel } from '../../parts/funnel.tsx';
import { Money } from '../../parts/money.tsx';
import type { TimeRange } from '../../parts/time-range.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PartialBanner } from '../../ui/partial-banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFormats, useWords } from '../../words/use-words.tsx';
import styles from './overview-page.module.css';
import { useOverview } from './use-overview.ts';

type Overview = Reply<'GET /api/overview'>['overview'];

export function VolumeCards({ range }: { readonly range: TimeRange }) {
  return (
    <Loaded query={useOverview(range)} skeleton={<Skeleton height={380} />}>
      {(overview) => <Volume overview={overview} range={range} />}
    </Loaded>
  );
}

type Props = { readonly overview: Overview; readonly range: TimeRange };

function Volume({ overview, range }: Props) {
  const words = useWords();
  const { totals, incomplete } = overview;
  const missing = incomplete.map((part) => words.overview.parts[part] ?? part);
  const query = `?range=${range.range}`;
  return (
    <>
      <PartialBanner missing={missing} />
      <div className={styles.charts}>
        <Card title={words.overview.volume}>
          <Figures totals={totals} />
          <Bars overview={overview} />
        </Card>
        <Card title={words.overview.funnel}>
          <Funnel
            steps={[
              {
                name: words.overview.created,
                count: totals.created?.count ?? null,
                to: `/deposits${query}`,
              },
              {
                name: words.overview.paid,
                count: totals.paid?.count ?? null,
                to: `/deposits${query}&status=COMPLETED`,
              },
              {
                name: words.overview.notified,
                count: totals.notified?.count ?? null,
                to: '/webhooks',
              },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function Figures({ totals }: { readonly totals: Overview['totals'] }) {
  const words = useWords().overview;
  const figures = [
    [words.paidValue, totals.paid?.value],
    [words.credited, totals.credited?.value],
    [words.fee, totals.fee?.value],
    [words.refunded, totals.refunded?.value],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Bars({ overview: { buckets, bucket } }: { readonly overview: Overview }) {
  const words = useWords().overview;
  const formats = useFormats();
  const nameOf = bucket === 'hour' ? formats.time : formats.shortDay;
  return (
    <BarChart
      label={words.volumeLabel}
      names={buckets.map(({ start }) => nameOf(start))}
      series={[
        {
          name: words.createdValue,
          tone: 'soft',
          values: buckets.map(({ created }) => created?.value ?? null),
        },
        {
          name: words.paidValue,
          tone: 'accent',
          values: buckets.map(({ paid }) => paid?.value ?? null),
        },
      ]}
      format={formats.money}
      shortFormat={formats.shortMoney}
    />
  );
}
