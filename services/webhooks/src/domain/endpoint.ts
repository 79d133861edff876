import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { deceptionIn } from '@entrada/platform/text/deceptive';
import { DAY_MS } from '@entrada/platform/time/units';
import { DELIVERED_EVENTS, EventType, TEST_EVENT } from './webhook-event.ts';

/** Why nothing is sent to it: its owner's wish, a 410 response, or five days of failures. */
export type DisabledReason = 'OWNER' | 'GONE' | 'FAILING';

export type Endpoint = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly createdAt: Date;
  /** Null: enabled. */
  readonly disabled: DisabledReason | null;
  readonly hasAuthorization: boolean;
};

const ENDPOINTS_MAX = 10;
const { nameLengthMax, urlLengthMax, authorizationLengthMax } = LIMITS.endpoint;
/** Before the base64 of the key. */
export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
export const SECRET_OVERLAP_MS = DAY_MS;

export function parseName(name: string): string {
  const trimmed = name.normalize('NFKC').trim();
  const length = [...trimmed].length;
  if (length === 0 || length > nameLengthMax || /\p{Cc}/u.test(trimmed)) {
    const wanted = `must be 1 to ${nameLengthMax} printable characters`;
    throw fieldError('name', wanted, { reason: 'invalid_name' });
  }
  if (deceptionIn(trimmed)) {
    const wanted = 'must not contain invisible characters or mix letters of several alphabets';
    const problem = 'confusing_characters';
    throw fieldError('name', wanted, { reason: 'invalid_name', problem });
  }
  return trimmed;
}

export type UrlRules = {
  readonly allowInsecure: boolean;
  /** What is wrong with a host, as the end of a sentence about the URL; null: nothing. */
  readonly hostProblem: (hostname: string, port: number) => string | null;
};

export function parseUrl(text: string, { allowInsecure, hostProblem }: UrlRules): string {
  checkUrlLength(text);
  // The parser rewrites octal, hexadecimal and shortened IPv4 addresses as four decimals, so that one
  // check below covers them all.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && !(allowInsecure && url?.protocol === 'http:')) {
    const wanted = allowInsecure ? 'http:// or https://' : 'https://';
    throw invalidUrl(`must be an absolute URL that starts with ${wanted}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidUrl('must not carry a user name or password');
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const problem = hostProblem(url.hostname, port);
  if (problem !== null) throw invalidUrl(problem);
  url.hash = '';
  // Every character that is not ASCII becomes several.
  checkUrlLength(url.href);
  return url.href;
}

function checkUrlLength({ length }: string): void {
  if (length > urlLengthMax) throw invalidUrl(`must be at most ${urlLengthMax} characters`);
}

function invalidUrl(problem: string): AppError {
  return fieldError('url', problem, { reason: 'invalid_url' });
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(EventType));

/** The default is the event that the specification promises. */
export function parseEvents(names: readonly string[]): readonly EventType[] {
  const unknown = names.find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    const wanted = `must be among ${[...KNOWN].join(', ')}`;
    throw fieldError('events', wanted, { reason: 'invalid_events' });
  }
  return names.length === 0
    ? [EventType.DepositSuccess]
    : [...new Set(names as readonly EventType[])];
}

/** The default reports nothing; any other is sent as its documented sample. */
export function parseTestEvent(name: string): EventType | typeof TEST_EVENT {
  const event = name === '' ? TEST_EVENT : name;
  const known = DELIVERED_EVENTS.find((each) => each === event);
  if (known !== undefined) return known;
  const wanted = `must be one of ${DELIVERED_EVENTS.join(', ')}`;
  throw fieldError('event', wanted, { reason: 'invalid_events' });
}

/** Null: no such header is sent. */
export function parseAuthorization(value: string): string | null {
  if (value === '') return null;
  const trimmed = value.trim();
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(trimmed) || trimmed.length > authorizationLengthMax) {
    const wanted = `must be 1 to ${authorizationLengthMax} printable ASCII characters`;
    throw fieldError('authorization', wanted, { reason: 'invalid_authorization' });
  }
  return trimmed;
}

export function checkRoomForEndpoint(existing: number): void {
  if (existing < ENDPOINTS_MAX) return;
  const message = `An account can have at most ${ENDPOINTS_MAX} webhook endpoints`;
  throw new AppError('CONFLICT', message, { reason: 'endpoint_limit_reached' });
}

/** A receiver that does not accept a test event would not accept real ones either. */
export function checkTestPassed(cause: string | null, advice = ''): void {
  if (cause === null) return;
  throw new AppError('INVALID_ARGUMENT', `The test event was not accepted: ${cause}${advice}`, {
    reason: 'webhook_test_failed',
  });
}

/** A receiver that checks signatures refuses a test that is signed with a secret it does not have yet. */
export const SECRET_ADVICE =
  '. If the receiver checks signatures, it needs the secret first: send your own as `secret`, or create the webhook ' +
  'with `status` "disabled", give the receiver the secret of the reply, test it and enable it';

/** The secret that the client brought; null: one must be made. */
export function parseSecret(text: string): string | null {
  if (text === '') return null;
  const encoded = text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : '';
  const bytes = Buffer.from(encoded, 'base64');
  const isInRange = bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX;
  // Encoded again, because the decoder skips what is no base64.
  if (isInRange && bytes.toString('base64') === encoded) return text;
  const wanted = `${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} random bytes`;
  throw fieldError('secret', `must be ${SECRET_PREFIX} followed by the base64 of ${wanted}`);
}

export function secretFrom(randomBytes: Buffer): string {
  return SECRET_PREFIX + randomBytes.toString('base64');
}

export function endpointNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Webhook endpoint not found', { reason: 'webhook_not_found' });
}

export type SealedSecrets = {
  readonly sealedSecret: Buffer;
  /** Null: there is none, or it has expired. */
  readonly sealedPreviousSecret: Buffer | null;
  readonly sealedAuthorization: Buffer | null;
};

/** What the account of an endpoint is notified of by mail. */
export type Notice = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'ENDPOINT_CREATED' | 'ENDPOINT_GONE' | 'ENDPOINT_FAILING';
  readonly name: string;
  readonly url: string;
};

type EndpointHealth = {
  readonly delivered: number;
  readonly failed: number;
  readonly waiting: number;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastFailureCause: string | null;
};
export type EndpointWithHealth = Endpoint & EndpointHealth;

export type SealedEndpoint = { readonly id: string } & SealedSecrets;
