import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Schema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
};

/** An earlier chart refuses values that came later: only those that its schema has are left. */
export function knownTo(chart: string, values: object): object {
  const schema: Schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
  const resolved = (one: Schema): Schema => {
    const name = one.$ref?.split('/').at(-1);
    return name ? (schema.definitions?.[name] ?? one) : one;
  };
  const pick = (value: unknown, given: Schema): unknown => {
    const { properties, additionalProperties } = resolved(given);
    if (!properties || typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([name, inner]) => {
      const known = properties[name];
      if (known) return [[name, pick(inner, known)]];
      return additionalProperties === false ? [] : [[name, inner]];
    });
    return Object.fromEntries(entries);
  };
  return pick(values, schema) as object;
}
