import { document } from './contract.ts';

type Json = Readonly<Record<string, unknown>>;
const { schemas, securitySchemes } = document.components as {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly securitySchemes: Readonly<Record<string, Json>>;
};
const sent = Object.keys(schemas).filter((name) => name.endsWith('Request'));
const received = Object.keys(schemas).filter(
  (name) => !name.endsWith('Request') && name !== 'NoFields',
);

/** All that is in a part of the document, with the path to it. */
function* partsOf(part: unknown, path = ''): Generator<[string, Json]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [path, part as Json];
  for (const [name, value] of Object.entries(part)) yield* partsOf(value, `${path}/${name}`);
}

test('generated clients send a key in one place only', () => {
  expect(Object.keys(securitySchemes)).toEqual(['bearer', 'session']);
  expect(securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test.each(received)('%s accepts fields and values of a newer server', (name) => {
  for (const [path, part] of partsOf(schemas[name], name)) {
    expect([path, part.additionalProperties]).not.toEqual([path, false]);
    expect([path, part.enum]).toEqual([path, undefined]);
  }
});

test.each(sent)('%s refuses fields that are not documented', (name) => {
  // Banks add fields of their own.
  const isOfBank = name === 'NotifyPaymentsRequest';
  expect(schemas[name]?.additionalProperties).toBe(isOfBank ? undefined : false);
});

test('every object has a name, so that generators do not make one up', () => {
  const inOperations = [...partsOf(document.paths, 'paths')];
  const inSchemas = received.flatMap((name) =>
    [...partsOf(schemas[name], name)].filter(([path]) => path !== name),
  );
  const nameless = [...inOperations, ...inSchemas].filter(
    ([path, { type, properties }]) =>
      type === 'object' && properties !== undefined && !path.endsWith('/properties'),
  );
  expect(nameless.map(([path]) => path)).toEqual([]);
});
