import { document, problemsWith } from './contract.ts';
import { documentedCalls } from './documented-calls.ts';

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
