import type { IncomingHttpHeaders } from 'node:http';
import { recordSpans } from '@entrada/platform/testing/recorded-spans';
import { bankThat, COB, NEW_COB } from './bank-that.ts';
import { sendJson } from './fake-bank.ts';

const recorded = recordSpans();

test('a call of traced work has a span, and the bank is not sent the trace', async () => {
  await using cleanup = new AsyncDisposableStack();
  const received: IncomingHttpHeaders[] = [];
  const { client } = await bankThat(cleanup, (request, response) => {
    received.push(request.headers);
    sendJson(response, 201, COB);
  });
  await recorded.inTrace(() => client.putCob(NEW_COB));
  expect(recorded.spans().map(({ name }) => name)).toEqual(['POST', 'PUT', 'request']);
  expect(received.map(({ traceparent }) => traceparent)).toEqual([undefined]);
});
