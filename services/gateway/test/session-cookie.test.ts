import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { sessionCookie } from '../src/transport/http/session-cookie.ts';
import { send } from './http.ts';

/** What a door sets on a visit, and which token it found. */
async function visit(publicBaseUrl: string, cookie: string) {
  const own = sessionCookie(publicBaseUrl);
  const http = express();
  http.get('/a', (request, response) => {
    own.set(response, 'token');
    response.json({ found: own.read(request) ?? null });
  });
  const server = http.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const { headers, body } = await send(port, { path: '/a', headers: { cookie } });
    return { set: headers['set-cookie'], found: body.found };
  } finally {
    server.close();
  }
}

test('over https the cookie has the __Host- prefix and is sent over https only', async () => {
  const planted = 'entrada_session=planted';
  expect(await visit('https://pay.example.com', planted)).toEqual({
    set: ['__Host-entrada_session=token; Path=/; HttpOnly; Secure; SameSite=Strict'],
    found: null,
  });
  const both = `${planted}; __Host-entrada_session=own`;
  expect((await visit('https://pay.example.com', both)).found).toBe('own');
});

test('over plain http the cookie has no prefix', async () => {
  expect(await visit('http://localhost:8080', 'entrada_session=own')).toEqual({
    set: ['entrada_session=token; Path=/; HttpOnly; SameSite=Strict'],
    found: 'own',
  });
});
