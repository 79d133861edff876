import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { expectAsDocumented } from './contract.ts';

const REPLY_WAIT_MAX_MS = 60_000;

export type RawRequest = {
  readonly method?: string;
  /** Goes out exactly as written, unlike with fetch. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
  /** For a stream that does not end by itself: only its beginning is read. */
  readonly beginningOnly?: boolean;
};

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads replies of every shape
  readonly body: any;
};

/** Every reply that a test sees is held against the OpenAPI document. */
export async function send(port: number, sent: RawRequest): Promise<Reply> {
  const { method = 'GET', path, headers = {}, body, agent, beginningOnly = false } = sent;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: agent ?? false,
    headers: { ...headers, ...(body === undefined ? {} : lengthOf(body, headers)) },
    signal: AbortSignal.timeout(REPLY_WAIT_MAX_MS),
  });
  const replied = once(outgoing, 'response');
  outgoing.end(body);
  const [response] = await replied;
  const isOpenEnded = beginningOnly && response.statusCode === 200;
  const bytes = Buffer.concat(await response.take(isOpenEnded ? 1 : Infinity).toArray());
  const text = bytes.toString();
  const isJson = /json/.test(response.headers['content-type'] ?? '');
  const reply = {
    status: response.statusCode,
    headers: response.headers,
    bytes,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
  expectAsDocumented(method, path, reply);
  return reply;
}

function lengthOf(body: string | Buffer, headers: object): Record<string, string> {
  if ('transfer-encoding' in headers) return {};
  return { 'content-length': String(Buffer.byteLength(body)) };
}

export function postJson(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): RawRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  };
}

export function patchJson(
  path: string,
  body: unknown,
  headers: Record<string, string>,
): RawRequest {
  return { ...postJson(path, body, headers), method: 'PATCH' };
}

/** Says something on a bare connection and gives back all that is answered until it is closed. */
export async function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(REPLY_WAIT_MAX_MS, () => socket.destroy(new Error('no reply in time')));
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may reset the connection after its reply.
  socket.on('error', () => {});
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const STACK_TRACE = /\n\s+at |node_modules|\.ts:\d|\.js:\d|Error:/;

/** The envelope of every refusal: nothing but these fields, and never a look inside. */
export function expectRefusal(
  reply: Reply,
  expected: { status: number; error?: string; code?: string },
): void {
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: expected.status });
  expect(reply.body).toEqual({
    success: false,
    error: expected.error ?? expect.stringMatching(/^.{5,}$/),
    code: expected.code ?? expect.stringMatching(/^[a-z_]+$/),
    requestId: reply.headers['x-request-id'],
    ...(reply.body.details ? { details: expect.any(Array) } : {}),
    ...(reply.body.hint ? { hint: expect.any(String) } : {}),
  });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.text).not.toMatch(STACK_TRACE);
}
