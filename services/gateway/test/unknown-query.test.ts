import { forTests } from '@entrada/platform/testing/for-tests';
import { sharedSystem } from '../../../test/harness/shared-system.ts';
import { operations } from './contract.ts';
import { expectRefusal, type RawRequest, send } from './http.ts';
import { startReceiver } from './receiver.ts';
import { samplesOf } from './samples.ts';
import { setStage } from './set-stage.ts';

let samples: Readonly<Record<string, RawRequest>>;
const receiver = forTests(() => startReceiver());
const system = forTests(() => sharedSystem());
beforeAll(async () => {
  samples = samplesOf(await setStage(system, receiver.url));
});

type DocumentedCall = { readonly parameters?: readonly { readonly name: string }[] };
const calls = operations.filter(({ call }) => call.includes(' /api/'));
const named = (name: string) =>
  calls.filter(({ operation }) =>
    (operation as DocumentedCall).parameters?.some((parameter) => parameter.name === name),
  );

function withQuery(call: string, query: string): RawRequest {
  const sample = samples[call];
  if (!sample) throw new Error(`${call} has no sample`);
  return { ...sample, path: `${sample.path.split('?')[0]}?${query}` };
}

test.each(calls.map(({ call }) => call))(
  '%s refuses a parameter it does not know',
  async (call) => {
    const reply = await send(system.port, withQuery(call, 'misspelt=1'));
    const error = 'misspelt is not a recognized field';
    expectRefusal(reply, { status: 400, error, code: 'invalid_request' });
  },
);

test.each(named('from').map(({ call }) => call))(
  '%s refuses a window that ends first',
  async (call) => {
    const query = 'from=2026-11-15T12:00:00Z&to=2026-11-15T11:00:00Z';
    const reply = await send(system.port, withQuery(call, query));
    expect([reply.status, reply.body.details[0].field]).toEqual([400, 'from']);
  },
);

test('a page ignores parameters that others added to its link', async () => {
  const { path } = samples['GET /payment-link/{paymentLinkId}'] as RawRequest;
  expect((await send(system.port, { path: `${path}?utm_source=mail` })).status).toBe(200);
});
