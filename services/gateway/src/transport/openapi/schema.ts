import { given } from '@entrada/platform/grpc/fields';
import { z } from 'zod';

/** JSON Schema, as far as the document needs it. */
export type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, z.ZodType>>;

/** The fields of our replies. A format is documented, not checked: we made the value. */
export const text = (meta: Schema = {}) => z.string().meta(meta);
export const integer = (meta: Schema = {}) => z.number().meta({ type: 'integer', ...meta });
export const cents = (description: string) => integer({ description });
export const flag = (description: string) => z.boolean().describe(description);
export const time = (description: string) => text({ format: 'date-time', description });
export const list = <T extends z.ZodType>(items: T, meta: Schema = {}) => z.array(items).meta(meta);
export const object = () => z.unknown().meta({ type: 'object', additionalProperties: true });
/** A component of the document. */
export const ref = (name: string) => z.unknown().meta({ $ref: `#/components/schemas/${name}` });

/** A reply has all of its fields and no others. */
export const reply = z.strictObject;

export function success(fields: Fields): z.ZodType {
  return reply({ success: z.literal(true), ...fields });
}

/** The schema of what a client sends (`input`) or gets (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, override: simplify });
  return json;
}

type Json = Record<string, unknown>;

/** Omits the patterns by which we parse, writes "or null" the short way, and orders the keys. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) {
  const { pattern, anyOf, type, items, default: own, description, ...rest } = jsonSchema;
  const [value, none] = (anyOf ?? []) as Json[];
  const nullable = none?.type === 'null' ? { ...value, type: [value?.type, 'null'] } : {};
  const isParsed = rest.format === 'date-time' || type === 'integer';
  if (isEmpty(rest.additionalProperties)) rest.additionalProperties = true;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, {
    ...nullable,
    ...given({ type, items, ...rest, pattern: isParsed ? undefined : pattern }),
    // zod omits the default of what it transforms.
    ...given({ default: own ?? z.globalRegistry.get(zodSchema)?.default, description }),
  });
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
