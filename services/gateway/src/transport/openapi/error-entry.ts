import type { Reason } from '@entrada/contracts/reasons';

/** What is documented about an error code. */
export type Entry = {
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly todo: string;
  /** Met only by operators and between services; not part of the public documentation. */
  readonly isInternal?: true;
};

type Words = readonly [meaning: string, todo: string];

export function errors<R extends Reason>(
  status: number | readonly number[],
  words: Readonly<Record<R, Words>>,
) {
  const statuses = [status].flat();
  return mapped(words, ([meaning, todo]: Words): Entry => ({ statuses, meaning, todo }));
}

export function mapped<R extends string, V>(
  values: Readonly<Record<R, V>>,
  toEntry: (v: V) => Entry,
) {
  const entries = Object.entries<V>(values).map(([name, value]) => [name, toEntry(value)]);
  return Object.fromEntries(entries) as Record<R, Entry>;
}
