import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { configFolder, readPrivate, writePrivate } from '../access/private-file.ts';
import type { Env } from '../command.ts';

const SECRET_BYTES = 24;
const NAME_LENGTH = 16;

type StoredPosition = {
  readonly secret: string;
  /** After the last page that was handled whole. */
  readonly cursor?: string | undefined;
  /** Events of the page after it that were handled. */
  readonly handled: readonly string[];
};
type Listener = { readonly baseUrl: string; readonly apiKey: string; readonly url: string };

export type Position = {
  readonly secret: string;
  readonly cursor: () => string | undefined;
  readonly isHandled: (eventId: string) => boolean;
  readonly handled: (eventId: string) => void;
  readonly passed: (cursor: string) => void;
  readonly reset: (cursor: string | undefined) => void;
};

/** How far one listener has come, and the secret it signs with; each step is on disk before the next begins. */
export function openPosition(env: Env, listener: Listener): Position {
  const file = join(configFolder(env), 'listen', `${nameOf(listener)}.json`);
  const found = readPrivate(file);
  let stored: StoredPosition = isStored(found) ? found : { secret: newSecret(), handled: [] };
  const { secret } = stored;
  function keep(next: Omit<StoredPosition, 'secret'>): void {
    stored = { ...next, secret };
    writePrivate(file, stored);
  }
  return {
    secret,
    cursor: () => stored.cursor,
    isHandled: (eventId) => stored.handled.includes(eventId),
    handled: (eventId) => keep({ ...stored, handled: [...stored.handled, eventId] }),
    passed: (cursor) => keep({ cursor, handled: [] }),
    reset: (cursor) => keep({ cursor, handled: [] }),
  };
}

/** Another account or receiver has a position of its own. The key is not in the name, only a hash. */
function nameOf({ baseUrl, apiKey, url }: Listener): string {
  const hash = createHash('sha256').update(JSON.stringify([baseUrl, apiKey, url]));
  return hash.digest('hex').slice(0, NAME_LENGTH);
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function isStored(value: unknown): value is StoredPosition {
  const { secret, cursor, handled } = (value ?? {}) as Partial<StoredPosition>;
  const isCursor = cursor === undefined || typeof cursor === 'string';
  return typeof secret === 'string' && isCursor && Array.isArray(handled);
}
