import { AppError } from '@entrada/platform/errors/app-error';
import { EventType } from './webhook-event.ts';

export type Endpoint = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly createdAt: Date;
};

const ENDPOINTS_MAX = 10;
const NAME_LENGTH_MAX = 100;
const URL_LENGTH_MAX = 2_048;
const SECRET_PREFIX = 'whsec_';

export function parseName(name: string): string {
  const trimmed = name.trim();
  const length = [...trimmed].length;
  if (length === 0 || length > NAME_LENGTH_MAX || /\p{Cc}/u.test(trimmed)) {
    throw invalid('invalid_name', `name must be 1 to ${NAME_LENGTH_MAX} printable characters`);
  }
  return trimmed;
}

type UrlRules = { readonly allowInsecure: boolean };

export function parseUrl(text: string, { allowInsecure }: UrlRules): string {
  if (text.length > URL_LENGTH_MAX) {
    throw invalid('invalid_url', `url must be at most ${URL_LENGTH_MAX} characters`);
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && !(allowInsecure && url?.protocol === 'http:')) {
    const wanted = allowInsecure ? 'http:// or https://' : 'https://';
    throw invalid('invalid_url', `url must be an absolute URL that starts with ${wanted}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('invalid_url', 'url must not carry a user name or password');
  }
  url.hash = '';
  return url.href;
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(EventType));

/** None named means the event that the specification promises. */
export function parseEvents(names: readonly string[]): readonly EventType[] {
  const unknown = names.find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw invalid('invalid_events', `events must be among ${[...KNOWN].join(', ')}`);
  }
  return names.length === 0
    ? [EventType.DepositSuccess]
    : [...new Set(names as readonly EventType[])];
}

export function checkRoomForEndpoint(existing: number): void {
  if (existing < ENDPOINTS_MAX) return;
  const message = `an account can have at most ${ENDPOINTS_MAX} webhook endpoints`;
  throw new AppError('CONFLICT', message, { reason: 'endpoint_limit_reached' });
}

export function secretFrom(randomBytes: Buffer): string {
  return SECRET_PREFIX + randomBytes.toString('base64');
}

function invalid(reason: string, message: string): AppError {
  return new AppError('INVALID_ARGUMENT', message, { reason });
}
