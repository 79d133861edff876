import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { contextOf, takeQueryKey } from '../src/transport/http/request-context.ts';
import { send } from './http.ts';

/** What everything behind the first step can see of an address. */
async function seenOf(path: string) {
  const http = express();
  http.use((request, response) => {
    takeQueryKey(request, response);
    const { url, originalUrl } = request;
    response.json({ url, originalUrl, query: request.query, key: contextOf(response).queryKey });
  });
  const server = http.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return (await send((server.address() as AddressInfo).port, { path })).body;
  } finally {
    server.close();
  }
}

test.each([
  ['/a?api_key=k1', '/a', {}],
  ['/a?x=1&api_key=k1&y=2', '/a?x=1&y=2', { x: '1', y: '2' }],
  ['/a?api%5Fkey=k1', '/a', {}],
  ['/a?api_key=k1&api_key=k2', '/a', {}],
])('the key in %s is removed before anything can log it', async (path, url, query) => {
  expect(await seenOf(path)).toEqual({ url, originalUrl: url, query, key: 'k1' });
});

test.each(['/a', '/a?', '/a?x=%zz', '/a?api_keys=k1', '/a?b=api_key'])(
  'a URL without a key is unchanged: %s',
  async (path) => {
    expect(await seenOf(path)).toMatchObject({ url: path, originalUrl: path });
  },
);
