import { storedDayOf } from '../time/stored-day.ts';
import { DAY_MS } from '../time/units.ts';

/** What the key of a part is: when a stored day or an hour begins, in seconds, or the number of an edge from 1 on. */
export type PartKind = 'day' | 'edge' | 'hour';

/** In which bucket a part counts; one before the first or after the last is none. */
type Share = { readonly bucket: number; readonly sign: 1 | -1 };

/** The hours between a bound and the stored day that begins nearest to it: at most twelve, whatever the time zone. */
type Edge = { readonly since: Date; readonly until: Date; readonly shares: readonly Share[] };

type Layout = {
  /** The stored days that are read. */
  readonly firstDay: Date;
  readonly endDay: Date;
  /** Of bounds at which no stored day begins. */
  readonly edges: readonly Edge[];
  readonly sharesOf: (kind: PartKind, key: number) => readonly Share[];
};

/**
 * Which stored sums make the buckets between bounds that rise. A bucket is the stored days from the one
 * that begins nearest to its first bound to the one nearest to its last, plus the hours from the first bound to that day,
 * minus those from the last bound to that one. Hours that lie before a bound count negative.
 */
export function layoutOf(bounds: readonly Date[]): Layout {
  const times = bounds.map((bound) => bound.getTime());
  const days = times.map(nearestDay);
  const edges = times.flatMap((at, index) => edgeOf(index, at, days[index] ?? at));
  return {
    firstDay: new Date(days.at(0) ?? 0),
    endDay: new Date(days.at(-1) ?? 0),
    edges,
    sharesOf(kind, key) {
      if (kind === 'edge') return edges[key - 1]?.shares ?? [];
      const begun = kind === 'day' ? days : times;
      return [{ bucket: begun.findLastIndex((at) => at <= key * 1_000), sign: 1 }];
    },
  };
}

function nearestDay(at: number): number {
  const day = storedDayOf(new Date(at));
  return at - day <= DAY_MS / 2 ? day : day + DAY_MS;
}

function edgeOf(index: number, at: number, day: number): readonly Edge[] {
  if (at === day) return [];
  const [own, previous] = [index, index - 1];
  const [more, less] = at < day ? [own, previous] : [previous, own];
  const shares: readonly Share[] = [
    { bucket: more, sign: 1 },
    { bucket: less, sign: -1 },
  ];
  return [{ since: new Date(Math.min(at, day)), until: new Date(Math.max(at, day)), shares }];
}
