import { createClient } from '@entrada/client/client';
import { EntradaError } from '@entrada/client/entrada-error';
import { CommandError, usageError } from '@entrada/command-line/command-error';
import { printable } from '@entrada/command-line/printable';
import { codeOf } from './access/observe-fetch.ts';
import { modeOfKey, type Settings } from './access/settings.ts';
import { adviceFor } from './advice.ts';
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
