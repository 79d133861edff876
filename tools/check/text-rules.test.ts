import { textProblems } from './text-rules.ts';

test.each([
  ['docs/x.md', 'Run `npx entrada-receiver-check URL`.', 'a package of others'],
  ['services/auth/src/service.ts', 'new URL(".", import.meta.url).pathname', '.pathname'],
  ['services/gateway/src/transport/x.http.ts', 'response.locals.caller', 'response.locals'],
  ['services/gateway/test/x.test.ts', 'response.locals.caller', 'response.locals'],
  ['services/ledger/src/clients/x.ts', `'Payment provider unavailable'`, 'repeats a text'],
  ['packages/platform/src/db/x.ts', 'const chargeId = 1;', 'word of the business'],
  ['services/auth/src/clients/x.ts', `error.message.includes('gone')`, 'parses the message'],
  ['services/ledger/src/domain/x.ts', 'row as unknown as Charge', 'casts through unknown'],
  ['services/ledger/src/domain/x.ts', 'readonly charge: unknown;', 'carries unknown'],
  ['services/ledger/src/domain/x.ts', 'function read(text: string): unknown {', 'carries unknown'],
  ['services/auth/src/domain/x.ts', 'find(id: string): Promise<Key>;', 'waits in the domain'],
  ['services/ledger/src/domain/x.ts', 'for await (const page of pages) {', 'waits in the domain'],
  ['services/auth/src/service.ts', 'new Counter({})', 'outside src/metrics/'],
  ['services/auth/src/use-cases/x.ts', 'await db.query<Row>(TAKE)', 'outside src/store/'],
  ['services/charges/src/store/x.ts', 'ChargeEvent.serialize({})', 'outside src/events/'],
])('%s may not contain %s', (file, text, problem) => {
  expect(textProblems(file, text)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ['docs/x.md', 'Run `npx entrada receiver-check URL`.'],
  ['services/gateway/src/transport/http/request-context.ts', 'response.locals as RequestContext'],
  ['packages/contracts/src/reasons.ts', `'Payment provider unavailable'`],
  ['services/auth/src/metrics/x.ts', 'new Counter({})'],
  ['services/auth/src/store/x.ts', 'db.query(TAKE)'],
  ['services/auth/src/ports/x.ts', 'find(id: string): Promise<Key>;'],
  ['services/charges/src/events/encode.ts', 'ChargeEvent.serialize({})'],
  ['services/charges/src/domain/terms.ts', 'function parseCents(input: unknown): Cents {'],
  ['services/auth/src/domain/x.test.ts', 'fake as unknown as Pool'],
])('%s may contain %s', (file, text) => {
  expect(textProblems(file, text)).toEqual([]);
});
