import type { IncomingHttpHeaders } from 'node:http';
import { recordSpans } from '@entrada/platform/testing/recorded-spans';
import { bankThat, COB, closeOpened, NEW_COB, TXID } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

afterEach(closeOpened);

const recorded = recordSpans();

test('a call of traced work has a span, and the bank is not sent the trace', async () => {
  const received: IncomingHttpHeaders[] = [];
  const { client } = await bankThat((request, response) => {
    received.push(request.headers);
    sendJson(response, 201, COB);
  });
  await recorded.inTrace(() => client.putCob(NEW_COB));
  expect(recorded.spans().map(({ name }) => name)).toEqual(['POST', 'PUT', 'request']);
  expect(received.map(({ traceparent }) => traceparent)).toEqual([undefined]);
});

test('the span of a call that the bank does not answer in time has failed with a timeout', async () => {
  const { client } = await bankThat(({ method }, response) => {
    if (method === 'PUT') sendJson(response, 201, COB);
  });
  // Has a token from then on.
  await client.putCob(NEW_COB);

  const asked = recorded.inTrace(() => client.getCob(TXID, { timeoutMs: 100 }));

  await expect(asked).rejects.toMatchObject({ kind: 'timeout' });
  const call = recorded.spans().find(({ name }) => name === 'GET');
  expect(call?.attributes['error.type']).toBe('timeout');
});
