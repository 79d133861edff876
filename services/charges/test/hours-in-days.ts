import type { HourTotals } from '../src/domain/views.ts';

/** Beginnings of local days around 15 November: on, between and beside full hours, and of days of 23 and 25 hours. */
export const DAY_STARTS = [
  ['14T03:00', '15T03:00', '16T03:00'],
  ['14T00:00', '15T00:00', '16T00:00'],
  ['13T15:00', '14T15:00', '15T14:00', '16T15:00'],
  ['14T01:00', '15T02:00', '16T01:00'],
  ['14T18:30', '15T01:45', '15T02:15'],
  ['15T01:00', '15T02:00'],
].map((starts) => starts.map((start) => new Date(`2026-11-${start}:00Z`)));

/** Each hour in the day that has begun last before it. */
export function addedUp(hours: readonly HourTotals[], starts: readonly Date[]): HourTotals[] {
  return starts.map((start, index) => {
    const end = starts[index + 1]?.getTime() ?? Number.POSITIVE_INFINITY;
    const inDay = hours.filter(({ hour }) => hour >= start && hour.getTime() < end);
    return { hour: start, ...sumsOf(inDay) };
  });
}

function sumsOf(hours: readonly HourTotals[]): Omit<HourTotals, 'hour'> {
  const sum = (of: (hour: HourTotals) => number) => hours.reduce((all, hour) => all + of(hour), 0);
  return {
    createdCount: sum(({ createdCount }) => createdCount),
    createdCents: sum(({ createdCents }) => createdCents),
    paidCount: sum(({ paidCount }) => paidCount),
    paidCents: sum(({ paidCents }) => paidCents),
  };
}
