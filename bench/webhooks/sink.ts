/** A receiver that says 204 at once and remembers when each event came. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerWith } from '../worker.ts';

/** `port` opens it; `forget` begins anew; `wait` answers when so many different events have come since. */
export type SinkQuestion =
  | { readonly ask: 'port' }
  | { readonly ask: 'forget' }
  | { readonly ask: 'wait'; readonly count: number };

export type SinkResult = {
  readonly port: number;
  /** From the first arrival to the last. */
  readonly spanMs: number;
  /** From each event's own time to its arrival. */
  readonly waitsMs: readonly number[];
  /** Arrivals of an event that had arrived before. */
  readonly repeats: number;
};

const POLL_MS = 10;
const TIMESTAMP = /"timestamp":"([^"]+)"/;

let arrivals: number[] = [];
let waitsMs: number[] = [];
let seen = new Set<unknown>();
let repeats = 0;

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  let head = '';
  request.setEncoding('utf8').on('data', (text) => {
    head += text;
  });
  request.on('end', () => {
    response.writeHead(204).end();
    const { size } = seen.add(request.headers['webhook-id'] ?? arrivals.length);
    arrivals.push(at);
    repeats = arrivals.length - size;
    waitsMs.push(at - Date.parse(TIMESTAMP.exec(head)?.[1] ?? ''));
  });
}).listen(0, '127.0.0.1');

answerWith<SinkQuestion, SinkResult>(async (question) => {
  if (question.ask === 'forget') {
    arrivals = [];
    waitsMs = [];
    seen = new Set();
    repeats = 0;
  }
  // The one who asks has a deadline.
  while (question.ask === 'wait' && seen.size < question.count) await delay(POLL_MS);
  const spanMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  return { port: (server.address() as AddressInfo).port, spanMs, waitsMs, repeats };
});
