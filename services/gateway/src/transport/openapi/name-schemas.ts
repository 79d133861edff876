import type { Schema } from './schema.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, Schema>>>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Carrier = { readonly content?: Content };

const JSON_TYPE = 'application/json';

/**
 * Gives the body and the reply of every operation a name: generators of clients would make one up
 * from the status, which would then be part of the client's code.
 */
export function nameSchemas(paths: Paths): { paths: Paths; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {};

  function named<T extends Carrier>(carrier: T, name: string): T {
    const json = carrier.content?.[JSON_TYPE];
    const properties = json?.schema.properties;
    if (!json || !properties) return carrier;
    const own = nameOf(properties, name);
    schemas[own] = json.schema;
    const schema = { $ref: `#/components/schemas/${own}` };
    return { ...carrier, content: { ...carrier.content, [JSON_TYPE]: { ...json, schema } } };
  }

  function namedOperation(operation: Schema): Schema {
    const { operationId, requestBody, responses } = operation;
    const name = capitalized(String(operationId));
    const replies = Object.entries(responses as Record<string, Carrier>).map(([status, reply]) => [
      status,
      named(reply, `${name}Reply`),
    ]);
    return {
      ...operation,
      ...(requestBody
        ? { requestBody: named(withDefaultsInWords(requestBody as Carrier), `${name}Request`) }
        : {}),
      responses: Object.fromEntries(replies),
    };
  }

  const namedPaths = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      namedOperation(operation),
    ]);
    return [path, Object.fromEntries(operations)];
  });
  return { paths: Object.fromEntries(namedPaths), schemas };
}

/** Generators take a field of a named schema that has a default for one that is always there. */
function withDefaultsInWords(carrier: Carrier): Carrier {
  const json = carrier.content?.[JSON_TYPE];
  if (!json?.schema.properties) return carrier;
  const properties = Object.entries(json.schema.properties).map(([name, property]) => {
    const { default: value, description, ...rest } = property as Schema;
    if (value === undefined) return [name, property];
    const words = [description, `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ');
    return [name, { ...rest, description: words }];
  });
  const schema = { ...json.schema, properties: Object.fromEntries(properties) };
  return { ...carrier, content: { ...carrier.content, [JSON_TYPE]: { ...json, schema } } };
}

/** Many operations reply with nothing but `success`, or need no field in their body. */
function nameOf(properties: object, name: string): string {
  const names = Object.keys(properties);
  if (names.length === 0) return 'NoFields';
  return names.length === 1 && names[0] === 'success' ? 'Done' : name;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
