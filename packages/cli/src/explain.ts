import { EntradaError } from '@entrada/client/entrada-error';
import { CommandError, printable, usageError } from '@entrada/command-line/command-error';
import { codeOf } from './access/observe-fetch.ts';
import type { Settings } from './access/settings.ts';
import { EXIT } from './exit-codes.ts';

const SECOND_MS = 1_000;
const TEMPORARY = new Set([0, 429, 500, 502, 503, 504]);

/** What the API or the connection reported, as sentences: what is wrong, its code, and what to do. */
export function explain(error: unknown, settings: Pick<Settings, 'baseUrl'>): unknown {
  // The client complains in this way about an identifier that fits into no address.
  if (error instanceof TypeError && / in the path$| an identifier$/.test(error.message)) {
    return usageError(`${error.message}.`, error);
  }
  if (!(error instanceof EntradaError)) return error;
  const { code, requestId, status, fields, retryAfterMs } = error;
  const facts = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  const advice = whatToDo(error);
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

function problemOf(error: EntradaError, { baseUrl }: Pick<Settings, 'baseUrl'>): string {
  if (error.code === 'network_error') {
    const why = codeOf(error.cause);
    return `${baseUrl} cannot be reached${why && `: ${why}`}`;
  }
  return error.message.replace(/\.$/, '').replace('Check baseUrl', 'Check the base URL');
}

function whatToDo({ code, hint, retryAfterMs }: EntradaError): string {
  if (hint) return hint;
  if (retryAfterMs !== undefined) {
    return `Try again in ${Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))} s.`;
  }
  return adviceFor(code);
}

/** What to do about the codes that a person at a terminal meets, where the API gives no hint. */
const ADVICE: Readonly<Record<string, string>> = {
  network_error: 'Check that it runs, the network, and the base URL (entrada profiles).',
  client_timeout: 'The server is slow or overloaded. Try again later.',
  insufficient_scope: 'Use a key with this scope. Keys and scopes are in the dashboard.',
  webhook_not_found: 'Pass the id of an endpoint: entrada webhooks list.',
  delivery_not_found: 'Pass the id of a delivery: entrada deliveries list.',
  charge_not_pending: 'See its status: entrada deposits show.',
  charge_not_completed: 'Only a paid deposit can be refunded: entrada deposits show.',
  insufficient_balance: 'See entrada balance.',
  overloaded: 'Try again in a few seconds.',
  internal_error: 'Try again; if it persists, quote the request id to support.',
  unavailable: 'Try again in a few seconds.',
};

/** Empty for a code that is not known here; the server documents each at /docs/errors. */
function adviceFor(code: string): string {
  return Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? '') : '';
}
