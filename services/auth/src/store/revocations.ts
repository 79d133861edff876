import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import { listen } from '@entrada/platform/db/session';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { openWake } from '@entrada/platform/time/backoff';
import type { Pool } from 'pg';
import type { Within } from './within.ts';

const LISTENERS_MAX = 1_000;
/** A listener further behind must reconnect; its cache expires within seconds anyway. */
const PENDING_MAX = 20_000;
/** After a reconnect, revocations of this long ago are repeated: a connection that died silently is noticed within 16 s. */
const LOOK_BACK_MS = 30_000;

/** Keys and sessions that ended, accounts that are frozen or no longer. */
export type RevokedIds = Readonly<
  Record<'keyIds' | 'sessionIds' | 'accountIds', readonly string[]>
>;

export type RevocationListener = ReturnType<Revocations['subscribe']>;
export type Revocations = ReturnType<typeof openRevocationFeed>;
type Listener = ReturnType<typeof openListener>;
type Options = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
};

/** Receives every revocation of any replica and passes it to the listeners of this one. */
export function openRevocationFeed(options: Options) {
  const { databaseUrl, pool, runtime } = options;
  const listeners = new Set<Listener>();
  const notifyAll = (revoked: RevokedIds) => {
    for (const listener of listeners) listener.add(revoked);
  };

  const channel = listen({
    url: databaseUrl,
    name: 'auth-revocations',
    log: runtime.log,
    channel: REVOCATION_CHANNEL,
    onNotify: (payload) => notifyAll(fromPayload(payload)),
    onListening: async () =>
      notifyAll(await revokedSince(pool, new Date(Date.now() - LOOK_BACK_MS))),
  });

  return {
    since: (time: Date) => revokedSince(pool, time),
    /** Every revocation from now on, by any replica. Throws when there are too many listeners. */
    subscribe(signal: AbortSignal) {
      if (listeners.size >= LISTENERS_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many revocation listeners');
      }
      const listener = openListener(signal, channel.isListening);
      listeners.add(listener);
      return {
        next: listener.next,
        [Symbol.dispose]: () => void listeners.delete(listener),
      };
    },
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  };
}

function openListener(signal: AbortSignal, isListening: () => boolean) {
  const wake = openWake();
  let keyIds: string[] = [];
  let sessionIds: string[] = [];
  let accountIds: string[] = [];
  return {
    add(revoked: RevokedIds) {
      keyIds.push(...revoked.keyIds);
      sessionIds.push(...revoked.sessionIds);
      accountIds.push(...revoked.accountIds);
      wake.wake();
    },
    /** What was revoked since the last call, possibly nothing; null while the database connection is lost. */
    async next(waitMaxMs: number): Promise<RevokedIds | null> {
      await wake.wait(waitMaxMs, signal);
      const revoked = { keyIds, sessionIds, accountIds };
      const count = keyIds.length + sessionIds.length + accountIds.length;
      if (count > PENDING_MAX)
        throw new AppError('UNAVAILABLE', 'Revocation listener is too far behind');
      [keyIds, sessionIds, accountIds] = [[], [], []];
      return count > 0 || isListening() ? revoked : null;
    },
  };
}

const REVOCATION_CHANNEL = 'revocation';
/** A notification carries at most 8000 bytes. */
const IDS_PER_NOTIFICATION_MAX = 100;
const RECENT_MAX = 10_000;

const NOTIFY = `select pg_notify('${REVOCATION_CHANNEL}', $1)`;

// A key that was replaced without an overlap has an expiry and no revocation.
const SINCE = `
  (select id, 'key' as kind from api_key where revoked_at > $1 limit ${RECENT_MAX})
   union all
  (select id, 'key' from api_key where expires_at > $1 and expires_at <= now() limit ${RECENT_MAX})
   union all
  (select id, 'session' from session where revoked_at > $1 limit ${RECENT_MAX})
   union all
  (select id, 'account' from account where freeze_changed_at > $1 limit ${RECENT_MAX})`;

/** For every statement that ends one of them. Every replica is notified when the transaction has committed. */
export async function publishRevocation(
  within: Within,
  kind: keyof RevokedIds,
  ids: readonly string[],
): Promise<void> {
  const none: RevokedIds = { keyIds: [], sessionIds: [], accountIds: [] };
  for (const chunk of chunks(ids)) {
    await within.run(EVERY_ACCOUNT, NOTIFY, [JSON.stringify({ ...none, [kind]: chunk })]);
  }
}

async function revokedSince(db: Pool, time: Date): Promise<RevokedIds> {
  const { rows } = await queryAs<{ id: string; kind: string }>(db, EVERY_ACCOUNT, {
    text: SINCE,
    values: [time],
  });
  const ids = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { keyIds: ids('key'), sessionIds: ids('session'), accountIds: ids('account') };
}

function fromPayload(payload: string): RevokedIds {
  return JSON.parse(payload);
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_NOTIFICATION_MAX);
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * IDS_PER_NOTIFICATION_MAX, (n + 1) * IDS_PER_NOTIFICATION_MAX),
  );
}
