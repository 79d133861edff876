import { given } from '@entrada/platform/grpc/fields';
import { z } from 'zod';

/** JSON Schema, as far as the document needs it. */
export type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, z.ZodType>>;

/** A description, or with it what else is documented of a field. */
type About = string | Schema;
const metaOf = (about: About) => (typeof about === 'string' ? { description: about } : about);

/** The fields of our replies. A format is documented, not checked: we made the value. */
export const text = (about: About = {}) => z.string().meta(metaOf(about));
export const integer = (about: About = {}) =>
  z.number().meta({ type: 'integer', ...metaOf(about) });
export const flag = (description: string) => z.boolean().describe(description);
export const time = (description: string) => text({ format: 'date-time', description });
export const list = <T extends z.ZodType>(items: T, about: About = {}) =>
  z.array(items).meta(metaOf(about));
export const object = () => z.unknown().meta({ type: 'object', additionalProperties: true });
/** A component of the document. */
export const ref = (name: string) => z.unknown().meta({ $ref: `#/components/schemas/${name}` });

/** A reply has all of its fields; others may be added, so it is not documented as closed. */
export const reply = z.object;

export function success(fields: Fields): z.ZodType {
  return reply({ success: z.literal(true), ...fields });
}

/** The schema of what a client sends (`input`) or gets (`output`). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    override: (visited) => {
      simplify(visited);
      if (io === 'output') leaveOpen(visited.jsonSchema);
    },
  });
  return json;
}

type Json = Record<string, unknown>;

/** Omits the patterns by which we parse, writes "or null" the short way, and orders the keys. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) {
  const { pattern, anyOf, type, items, default: own, description, ...rest } = jsonSchema;
  const [value, none] = (anyOf ?? []) as Json[];
  const isNullable = none?.type === 'null';
  const nullable = isNullable && value?.$ref === undefined;
  const choice = nullable ? { ...value, type: [value?.type, 'null'] } : given({ anyOf });
  const isParsed = rest.format === 'date-time' || type === 'integer';
  if (isEmpty(rest.additionalProperties)) rest.additionalProperties = true;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, {
    ...choice,
    ...given({ type, items, ...rest, pattern: isParsed ? undefined : pattern }),
    // zod omits the default of what it transforms.
    ...given({ default: own ?? z.globalRegistry.get(zodSchema)?.default, description }),
  });
}

/** Few enough to be listed in a description. */
const VALUES_LISTED_MAX = 12;

/**
 * Replies may gain fields and values. Generated clients refuse what an `enum` does not list, so the
 * values that we know today are in `x-extensible-enum` and in words.
 */
export function leaveOpen(jsonSchema: Json): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const { enum: values, description } = jsonSchema;
  if (!Array.isArray(values)) return;
  const known = values.filter((value) => value !== null);
  const listed = known.length > VALUES_LISTED_MAX ? '' : ` Today: ${known.join(', ')}.`;
  delete jsonSchema.enum;
  jsonSchema['x-extensible-enum'] = known;
  jsonSchema.description = `${description ?? ''}${listed} More values may be added.`.trim();
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}
