import { setTimeout as pause } from 'node:timers/promises';
import type { WebhookEvent } from '@entrada/client/webhook-event';
import { printable } from '@entrada/command-line/command-error';
import { Webhook } from 'standardwebhooks';
import { codeOf } from '../access/observe-fetch.ts';
import type { Context } from '../command.ts';
import { money } from '../text/table.ts';

const TIMEOUT_MS = 15_000;
/** For a receiver that responds with an error; one that does not respond is waited for. */
const ERROR_RESPONSES_MAX = 3;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 30_000;
const SECOND_MS = 1_000;

type Forwarding = { readonly url: string; readonly secret: string; readonly event: WebhookEvent };
type Attempt = { readonly status: number | null; readonly problem: string; readonly ms: number };

/** Posts one event until the receiver takes it, or has refused it often enough. */
export async function forwardEvent(context: Context, forwarding: Forwarding): Promise<void> {
  const { signal } = context;
  for (let attempts = 1, responses = 0; ; attempts += 1) {
    const attempt = await post(context, forwarding);
    if (attempt.status !== null) responses += 1;
    const isDone = attempt.problem === '' || responses >= ERROR_RESPONSES_MAX;
    const pauseMs = isDone ? null : Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), PAUSE_MAX_MS);
    report(context, forwarding, { ...attempt, pauseMs });
    if (pauseMs === null) return;
    await pause(pauseMs, undefined, { signal });
  }
}

async function post(
  { signal, now }: Context,
  { url, secret, event }: Forwarding,
): Promise<Attempt> {
  const at = now();
  const body = JSON.stringify(event);
  const begunAt = performance.now();
  const taken = () => Math.round(performance.now() - begunAt);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'entrada-listen',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / SECOND_MS)),
        'webhook-signature': new Webhook(secret).sign(event.id, at, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    const { status, ok } = response;
    return { status, problem: ok ? '' : 'not 2xx', ms: taken() };
  } catch (error) {
    signal.throwIfAborted();
    const problem = timeout.aborted
      ? `no response within ${TIMEOUT_MS / SECOND_MS} s`
      : `no connection${codeOf(error) && ` (${codeOf(error)})`}`;
    return { status: null, problem, ms: taken() };
  }
}

type Result = Attempt & { readonly pauseMs: number | null };

function report(
  { terminal, asJson }: Context,
  { event }: Forwarding,
  { status, problem, ms, pauseMs }: Result,
): void {
  if (asJson) {
    const { id, event: name } = event;
    terminal.print(JSON.stringify({ id, event: name, status, problem, ms, retryInMs: pauseMs }));
    return;
  }
  const outcome = status === null ? problem : `${status} in ${ms} ms`;
  const painted = terminal.paint(problem === '' ? 'green' : 'red', outcome);
  const next = pauseMs === null ? 'passed over' : `retrying in ${pauseMs / SECOND_MS} s`;
  terminal.print(`${eventText(event)}  ${painted}${problem === '' ? '' : `, ${next}`}`);
}

/** Of an event that is newer than this program, too: what it does not have is left out. */
export function eventText({ timestamp, event, data }: WebhookEvent): string {
  const { paymentLinkId, value } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const parts = [
    timestamp,
    event,
    typeof value === 'number' ? money(value) : '',
    typeof paymentLinkId === 'string' ? paymentLinkId : '',
  ];
  return printable(parts.filter(Boolean).join('  '));
}
