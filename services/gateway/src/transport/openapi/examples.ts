import { readEventKinds } from '@entrada/contracts/event-kinds';
import { EXAMPLE_TIME, EXAMPLE_UUID, EXAMPLE_VALUES } from './example-values.ts';
import type { Schema } from './schema.ts';

const COMPONENT = '#/components/schemas/';
const [{ sample: EVENT } = { sample: {} }] = readEventKinds().filter(
  ({ name }) => name === 'DEPOSIT_ASSET_SUCCESS',
);

/** For fields that need none of their own, by format or type. */
const GENERAL: Readonly<Record<string, unknown>> = {
  boolean: false,
  integer: 0,
  null: null,
  object: {},
  'date-time': EXAMPLE_TIME,
  uuid: EXAMPLE_UUID,
};

/** Makes examples of schemas from the values of their fields. `schemas` are the components of the document. */
export function exampleMaker(schemas: Readonly<Record<string, Schema>>) {
  function exampleOf(schema: Schema, owner: string, field = ''): unknown {
    const own = `${owner}.${field}`;
    if (own in EXAMPLE_VALUES) return EXAMPLE_VALUES[own];
    const reference = refIn(schema);
    if (reference) return exampleOfComponent(reference);
    if (field in EXAMPLE_VALUES && !refIn((schema.items ?? {}) as Schema)) {
      return EXAMPLE_VALUES[field];
    }
    return valueFor(schema, owner, field);
  }

  function exampleOfComponent(name: string): unknown {
    if (name === 'Event') return EVENT;
    return EXAMPLE_VALUES[name] ?? exampleOf(schemas[name] ?? {}, name);
  }

  function valueFor(schema: Schema, owner: string, field: string): unknown {
    const { const: only, default: usual, enum: values, 'x-extensible-enum': known } = schema;
    const [first] = (values ?? known ?? []) as unknown[];
    const given = only ?? usual ?? first;
    if (given !== undefined) return given;
    if (schema.properties) return objectFor(schema.properties, owner);
    if (schema.type === 'array') return [exampleOf(schema.items as Schema, owner)];
    const general = GENERAL[String(schema.format ?? [schema.type].flat().at(-1))];
    if (general !== undefined) return general;
    throw new Error(`${owner}.${field} has no example`);
  }

  function objectFor(properties: unknown, owner: string): Schema {
    const fields = Object.entries(properties as Record<string, Schema>);
    return Object.fromEntries(
      fields.map(([name, property]) => [name, exampleOf(property, owner, name)]),
    );
  }
  return exampleOf;
}

/** The component that a schema is, or is if it is not null. */
function refIn(schema: Schema): string | undefined {
  const [first] = (schema.anyOf ?? []) as Schema[];
  const reference = schema.$ref ?? first?.$ref;
  return typeof reference === 'string' ? reference.slice(COMPONENT.length) : undefined;
}
