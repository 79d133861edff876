import { readFileSync } from 'node:fs';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import type { App } from '../src/app.ts';
import { buildRoutes } from '../src/transport/http/routes.ts';
import { document, problemsWith } from './contract.ts';
import { documentedCalls } from './documented-calls.ts';
import { GOLDEN, openApiText } from './golden.ts';

/** After an intended change: node services/gateway/test/golden.ts, and review the difference. */
test('the OpenAPI document is byte for byte the one that was reviewed', () => {
  expect(openApiText()).toBe(readFileSync(GOLDEN, 'utf8'));
});

type Layer = {
  readonly route?: { readonly path: string | string[]; readonly methods: object };
  readonly handle: { readonly stack?: readonly Layer[] };
};

function routesIn(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (!route) return routesIn(handle.stack ?? []);
    const [path = ''] = [route.path].flat();
    const methods = Object.keys(route.methods).filter((method) => method !== '_all');
    const documented = path.replace(/:(\w+)/g, '{$1}');
    return methods.map((method) => `${method.toUpperCase()} ${documented}`);
  });
}

test('every route is documented, and every documented route exists', () => {
  const express = buildRoutes(
    {} as App,
    { publicBaseUrl: 'http://localhost', callbackSecret: 'x', requestTimeoutMs: 1 },
    {
      runtime: testRuntime('gateway'),
      admit: () => true,
      stopping: new AbortController().signal,
    },
  );
  const routes = routesIn((express.router as unknown as { stack: readonly Layer[] }).stack);
  expect(routes.sort()).toEqual(documentedCalls.map(({ name }) => name).sort());
});

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

type Media = {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
};
type Carrier = { readonly content?: Readonly<Record<string, Media>> };
type Call = {
  readonly parameters?: readonly { name: string; in: string; schema: object; example?: unknown }[];
  readonly requestBody?: Carrier;
  readonly responses: Readonly<Record<string, Carrier>>;
};

const { examples } = document.components as {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
};
/** Nothing that a reader could compare. */
const WITHOUT = new Set(['image/png', 'application/schema+json']);

const calls = documentedCalls.map(({ name, operation }) => [name, operation as Call] as const);
const webhooks = Object.entries(document.webhooks as Record<string, { post: Call }>).map(
  ([name, { post }]) => [`webhook ${name}`, post] as const,
);

/** Every example of a body or a reply, with the schema that it must match. */
function* examplesIn({ content = {} }: Carrier): Generator<[Media, unknown]> {
  for (const [type, media] of Object.entries(content)) {
    if (WITHOUT.has(type)) continue;
    const named = Object.values(media.examples ?? {});
    expect([type, 'example' in media || named.length > 0]).toEqual([type, true]);
    if ('example' in media) yield [media, media.example];
    for (const { $ref } of named) yield [media, examples[$ref.split('/').at(-1) ?? '']?.value];
  }
}

test.each([...calls, ...webhooks])('the examples of %s match their schemas', (_name, call) => {
  const carriers = [call.requestBody ?? {}, ...Object.values(call.responses)];
  for (const carrier of carriers) {
    for (const [{ schema }, example] of examplesIn(carrier)) {
      expect({ example, problems: problemsWith(schema, example) }).toEqual({
        example,
        problems: '',
      });
    }
  }
  for (const { in: place, name, schema, example } of call.parameters ?? []) {
    if (place === undefined || place === 'query') continue;
    expect([name, problemsWith(schema, example)]).toEqual([name, '']);
  }
});

test('an example that does not match is found', () => {
  expect(problemsWith({ $ref: '#/components/schemas/Balance' }, { available: '1' })).not.toBe('');
  expect(problemsWith({ $ref: '#/components/schemas/Done' }, { success: true, more: 1 })).not.toBe(
    '',
  );
});

test('an event that this document does not know is still an event', () => {
  const [, { requestBody }] = webhooks[0] as (typeof webhooks)[number];
  const known = requestBody?.content?.['application/json']?.example as object;
  const unknown = { ...known, event: 'DEPOSIT_OF_TOMORROW', type: 'DEPOSIT_OF_TOMORROW' };
  const schema = { $ref: '#/components/schemas/Event' };
  expect([problemsWith(schema, known), problemsWith(schema, unknown)]).toEqual(['', '']);
});
