import { readEventKinds } from '@entrada/contracts/event-kinds';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);

export const kinds = readEventKinds();
// biome-ignore lint/suspicious/noExplicitAny: JSON Schemas, whose parts the tests look up.
export const schemas: readonly any[] = kinds.map(({ schema }) => schema);
for (const { name, schema } of kinds) ajv.addSchema(schema, name);

/** What is wrong with a body, by the schema of its event. */
export function problemsOf(name: string, body: unknown) {
  ajv.validate(name, body);
  return ajv.errors ?? [];
}
