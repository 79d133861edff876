import { stdSerializers } from 'pino';

/** Names under which a secret might be logged by mistake, in lower case and without `-` and `_`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'apikey',
  'xapikey',
  'key',
  'privatekey',
  'pepper',
  'secret',
  'clientsecret',
  'password',
  'token',
  'accesstoken',
  'emv',
  'body',
  'cookie',
  'setcookie',
]);
const REDACTED = '[redacted]';
/** Bounds the cache below: field names are few, but a logged error may bring its own. */
const VERDICTS_MAX = 1_000;
const verdicts = new Map<string, boolean>();
const DEPTH_MAX = 8;
const ITEMS_MAX = 100;

type Fields = Record<string, unknown>;

/** A copy without secrets, at any depth. */
export function redact(fields: object): Fields {
  return redactFields(fields, 0);
}

function redactFields(fields: object, depth: number): Fields {
  const kept: Fields = {};
  for (const name of Object.keys(fields)) {
    kept[name] = isSecret(name) ? REDACTED : redactValue((fields as Fields)[name], depth + 1);
  }
  return kept;
}

function isSecret(name: string): boolean {
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
  if (verdicts.size < VERDICTS_MAX) verdicts.set(name, verdict);
  return verdict;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return redactError(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth > DEPTH_MAX) return '[too deep]';
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((item) => redactValue(item, depth + 1));
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redactValue(value.toJSON(), depth + 1);
  }
  return redactFields(value, depth);
}

/** An error's own fields can hold a request, its headers and its body: only these are kept. */
function redactError(error: Error & { code?: unknown }): Fields {
  const { type, message, stack } = stdSerializers.err(error);
  const code = error.code === undefined ? {} : { code: error.code };
  return { type, message: redactText(message), stack: redactText(stack), ...code };
}

/** Messages quote URLs, which can contain a key in the query or a password before the host. */
function redactText(text: string): string {
  if (!text.includes('=') && !text.includes('@')) return text;
  return text
    .replaceAll(
      /([?&][\w.-]*(?:key|token|secret|password|sig)[\w.-]*=)[^&\s"')]+/gi,
      `$1${REDACTED}`,
    )
    .replaceAll(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^/\s@"']+@/gi, `$1${REDACTED}@`);
}
