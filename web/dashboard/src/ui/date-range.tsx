import { RANGES, type RangeName, type TimeRange } from '../parts/time-range.ts';
import type { Words } from '../words/pt.ts';
import { useWords } from '../words/use-words.tsx';
import { Chips } from './chips.tsx';
import styles from './date-range.module.css';

type Props = {
  readonly label: string;
  readonly value: TimeRange;
  readonly onChange: (value: TimeRange) => void;
  /** Which of them are offered; all if absent. */
  readonly ranges?: readonly RangeName[];
};

/** `<DateRange label value={search} onChange={(range) => navigate({ search: ... })} />`; see parts/time-range.ts. */
export function DateRange({ label, value, onChange, ranges = RANGES }: Props) {
  const words = useWords();
  return (
    <div className={styles.range}>
      <Chips
        label={label}
        options={ranges.map((range) => ({ value: range, label: nameOf(range, words) }))}
        value={value.range}
        onChange={(range) => onChange(range === 'custom' ? { ...value, range } : { range })}
      />
      {value.range === 'custom' && (
        <div className={styles.days}>
          <Day
            label={words.common.from}
            value={value.from}
            max={value.to}
            onChange={(from) => onChange({ ...value, from })}
          />
          <Day
            label={words.common.to}
            value={value.to}
            min={value.from}
            onChange={(to) => onChange({ ...value, to })}
          />
        </div>
      )}
    </div>
  );
}

function nameOf(range: RangeName, { common }: Words): string {
  const names: Readonly<Record<RangeName, string>> = {
    '24h': common.lastHours(24),
    '7d': common.lastDays(7),
    '30d': common.lastDays(30),
    '90d': common.lastDays(90),
    custom: common.custom,
  };
  return names[range];
}

type DayProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <label className={styles.day}>
      {label}
      <input
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </label>
  );
}
