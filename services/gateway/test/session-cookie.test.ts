import express from 'express';
import { openLocalServer } from '../../../test/e2e/local-server.ts';
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
  await using server = await openLocalServer(http);
  const { headers, body } = await send(server.port, { path: '/a', headers: { cookie } });
  return { set: headers['set-cookie'], found: body.found };
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
