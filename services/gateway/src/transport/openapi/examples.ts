import { readEventKinds } from '@entrada/contracts/event-kinds';
import { EXAMPLE_TIME, EXAMPLE_UUID, EXAMPLE_VALUES, OTHER_EXAMPLES } from './example-values.ts';
import type { Schema } from './schema.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, Schema>>>>;
type Content = Readonly<Record<string, Schema & { readonly schema: Schema }>>;
type Carrier = { readonly content?: Content };
type Parameter = Schema & { readonly name: string; readonly in: string };

const JSON_TYPE = 'application/json';
const COMPONENT = '#/components/schemas/';
const [{ sample: EVENT } = { sample: {} }] = readEventKinds().filter(
  ({ name }) => name === 'DEPOSIT_ASSET_SUCCESS',
);

/** For fields that need none of their own, by format or type. */
const GENERAL: Readonly<Record<string, unknown>> = {
  boolean: false,
  object: {},
  'date-time': EXAMPLE_TIME,
  uuid: EXAMPLE_UUID,
};

/** Gives every body, every reply and every parameter that a call needs an example. */
export function withExamples(paths: Paths, schemas: Readonly<Record<string, Schema>>): Paths {
  const exampleOf = exampleMaker(schemas);

  function completed<T extends Carrier>(carrier: T): T {
    const content = Object.entries(carrier.content ?? {}).map(([type, media]) => {
      if ('examples' in media) return [type, media];
      const example = type === JSON_TYPE ? exampleOf(media.schema, '') : OTHER_EXAMPLES[type];
      return [type, example === undefined ? media : { ...media, example }];
    });
    return { ...carrier, content: Object.fromEntries(content) };
  }

  function operationWithExamples(operation: Schema): Schema {
    const { parameters, requestBody, responses } = operation;
    const replies = Object.entries(responses as Record<string, Carrier>);
    return {
      ...operation,
      ...(parameters ? { parameters: (parameters as Parameter[]).map(withExample) } : {}),
      ...(requestBody ? { requestBody: completed(requestBody as Carrier) } : {}),
      responses: Object.fromEntries(replies.map(([status, reply]) => [status, completed(reply)])),
    };
  }

  const completedPaths = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      operationWithExamples(operation),
    ]);
    return [path, Object.fromEntries(operations)];
  });
  return Object.fromEntries(completedPaths);
}

/** Parameters of a query may all be absent, so they need none. */
function withExample(parameter: Parameter): Parameter {
  const { name, in: place } = parameter;
  if (place === 'query') return parameter;
  return { ...parameter, example: EXAMPLE_VALUES[`${place}.${name}`] ?? EXAMPLE_VALUES[name] };
}

function exampleMaker(schemas: Readonly<Record<string, Schema>>) {
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
    const general = GENERAL[String(schema.format ?? [schema.type].flat()[0])];
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
