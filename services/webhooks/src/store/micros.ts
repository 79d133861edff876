/** A time in microseconds, the precision of Postgres; a Date has only milliseconds. */
export const microsOf = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint`;

export const timeOf = (micros: string) =>
  `(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;
