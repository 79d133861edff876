import { createClient } from '@entrada/client/client';
import { EntradaError } from '@entrada/client/entrada-error';
import { CommandError, printable, usageError } from '@entrada/command-line/command-error';
import { codeOf } from './access/observe-fetch.ts';
import { modeOfKey, type Settings } from './access/settings.ts';
import { EXIT } from './exit-codes.ts';

const LOOK_UP_MS = 3_000;
const SECOND_MS = 1_000;
const TEMPORARY = new Set([0, 429, 500, 502, 503, 504]);

/** What the API or the connection reported, as sentences: what is wrong, its code, and what to do. */
export async function explain(error: unknown, settings: Settings): Promise<unknown> {
  // The client complains in this way about an identifier that fits into no address.
  if (error instanceof TypeError && / in the path$| an identifier$/.test(error.message)) {
    return usageError(`${error.message}.`, error);
  }
  if (!(error instanceof EntradaError)) return error;
  const { code, requestId, status, fields, retryAfterMs } = error;
  const facts = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  const advice = await whatToDo(error, settings);
  const sentence = `${problemOf(error, settings)} (${facts}).${advice && ` ${advice}`}`;
  return new CommandError(printable(sentence), {
    exitCode: exitCodeOf(error),
    cause: error,
    facts: { code, status, requestId, fields, retryAfterMs },
  });
}

function exitCodeOf({ status, code }: EntradaError): number {
  if (code === 'deposit_not_paid') return EXIT.failed;
  if (TEMPORARY.has(status)) return EXIT.unavailable;
  // A page that is not of the API comes from a wrong address.
  return code === 'invalid_reply' ? EXIT.usage : EXIT.failed;
}

function problemOf(error: EntradaError, { baseUrl }: Settings): string {
  if (error.code === 'network_error') {
    const why = codeOf(error.cause);
    return `${baseUrl} cannot be reached${why && `: ${why}`}`;
  }
  return error.message.replace(/\.$/, '').replace('Check baseUrl', 'Check the base URL');
}

async function whatToDo(error: EntradaError, settings: Settings): Promise<string> {
  const { code, hint, retryAfterMs } = error;
  if (hint) return hint;
  if (code === 'invalid_api_key') {
    const other = await otherMode(settings);
    if (other) return other;
  }
  if (retryAfterMs !== undefined) {
    return `Try again in ${Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))} s.`;
  }
  return adviceFor(code);
}

/** A key of the other mode is refused like any wrong one; the prefix of the key tells why. */
async function otherMode({ baseUrl, apiKey }: Settings): Promise<string | null> {
  const mode = modeOfKey(apiKey);
  if (!mode) return null;
  const client = createClient({ baseUrl, timeoutMs: LOOK_UP_MS, maxRetries: 0 });
  try {
    const { deployment } = await client.request('GET /api/deployment');
    if (deployment.mode === mode) return null;
    return `This is a ${mode} key and the server at ${baseUrl} is in ${deployment.mode} mode: use a key of that mode, or the address of the other server.`;
  } catch {
    return null;
  }
}

/** What to do about the codes that a person at a terminal meets; the API's own hint comes first. */
const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Check that it runs, the network, and the base URL (entrada profiles).',
  client_timeout: 'The server is slow or overloaded. Try again later.',
  invalid_api_key: 'Log in with a valid key: entrada login. Keys are made in the dashboard.',
  missing_api_key: 'Log in: entrada login.',
  insufficient_scope: 'Use a key with this scope. Keys and scopes are in the dashboard.',
  ip_not_allowed: 'Add the address of this computer to the key in the dashboard.',
  charge_not_found: 'Pass a paymentLinkId of this account: entrada deposits list.',
  webhook_not_found: 'Pass the id of an endpoint: entrada webhooks list.',
  delivery_not_found: 'Pass the id of a delivery: entrada deliveries list.',
  webhook_test_failed:
    'Correct the receiver and try again. An endpoint that is created with --disabled is tested when it is enabled.',
  charge_not_pending: 'See its status: entrada deposits show.',
  charge_not_completed: 'Only a paid deposit can be refunded: entrada deposits show.',
  insufficient_balance: 'See entrada balance.',
  external_id_conflict: 'Use another --external-id, or the deposit that has it already.',
  idempotency_key_reused: 'Use a new --idempotency-key for another request.',
  provider_unavailable: 'The bank is unavailable. Try again in a minute.',
  overloaded: 'Try again in a few seconds.',
  internal_error: 'Try again; if it persists, quote the request id to support.',
  unavailable: 'Try again in a few seconds.',
};

/** Empty for a code that is not known here; the server documents each at /docs/errors. */
function adviceFor(code: string): string {
  return Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? '') : '';
}
