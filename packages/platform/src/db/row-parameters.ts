import {
  bigintArray,
  byteaArray,
  integerArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from './array-parameter.ts';

const ARRAYS = {
  bigint: bigintArray,
  bytea: byteaArray,
  integer: integerArray,
  text: textArray,
  timestamptz: timestamptzArray,
  uuid: uuidArray,
} as const;
type Type = keyof typeof ARRAYS;
type Values<T extends Type> = Parameters<(typeof ARRAYS)[T]>[0];

/** The column of a field: `nextDueAt` is kept in next_due_at. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of these fields, each under the name of its field. */
export function namedColumns(fields: readonly string[]): string {
  return fields.map((field) => `${columnOf(field)} as "${field}"`).join(', ');
}

/** How many rows are written or compared by one statement: its first parameters are an array for each of these fields. */
export function rowParameters<const Fields extends Readonly<Record<string, Type>>>(fields: Fields) {
  type Row = { readonly [Field in keyof Fields]: Values<Fields[Field]>[number] };
  const entries = Object.entries(fields);
  const arrays = entries.map(([, type], index) => `$${index + 1}::${type}[]`);
  return {
    columns: entries.map(([field]) => columnOf(field)).join(', '),
    named: namedColumns(Object.keys(fields)),
    /** To select from. */
    rows: `unnest(${arrays.join(', ')})`,
    values: (rows: readonly Row[]): unknown[] =>
      entries.map(([field, type]) => {
        const toArray: (values: readonly never[]) => Buffer = ARRAYS[type];
        return toArray(rows.map((row) => row[field] as never));
      }),
  };
}
