import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@entrada/platform/testing/eventually';
import { runSystem } from '../../../test/harness/run-system.ts';
import { postJson, send } from './http.ts';

const BODY = '{"value":5000}';

/** A deposit of which only the head has been sent. */
function halfARequest(port: number, key: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/deposit HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`,
  );
  return socket;
}

async function refuses(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connected']),
    once(socket, 'error').then(() => ['refused']),
  ]).catch(() => ['refused']);
  socket.destroy();
  return event === 'refused';
}

test('a stopping gateway finishes running requests, refuses new ones, and exits soon after', async () => {
  await using system = await runSystem();
  const { key } = await system.newAccount();
  const agent = new Agent({ keepAlive: true });
  await send(system.port, { path: '/', agent });
  // A payer's page that would listen for minutes.
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await send(system.port, postJson('/api/deposit', { value: 500 }, headers));
  const listening = await fetch(`${body.charge.paymentLinkUrl}/status`);
  const socket = halfARequest(system.port, (await system.newAccount()).key);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = once(socket, 'close');
  await eventually(() =>
    system.auth.service.runtime.metrics
      .metrics()
      .then((text) => /_count\{[^}]*VerifyKey[^}]*\} 2$/m.test(text)),
  );

  const startedAt = Date.now();
  const stopped = system.gateway[Symbol.asyncDispose]();
  await eventually(() => refuses(system.port));
  socket.write(BODY);

  await closed;
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1.1 201 [\s\S]*"success":true/);
  await stopped;
  expect(await listening.text()).toContain('PENDING');
  agent.destroy();
  // Wide, for a machine that stalls: the page would listen for ten minutes.
  expect(Date.now() - startedAt).toBeLessThan(30_000);
});

test('a request on a kept connection of a stopping gateway is answered, and its reply ends the connection', async () => {
  await using system = await runSystem({ KEEP_ALIVE_DRAIN_MS: '8000' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = await send(system.port, { path: '/api/deployment', agent });
  expect(before.headers.connection).toBe('keep-alive');

  const stopped = system.gateway[Symbol.asyncDispose]();
  const after = await send(system.port, { path: '/api/deployment', agent });

  expect([after.status, after.headers.connection]).toEqual([200, 'close']);
  await stopped;
});
