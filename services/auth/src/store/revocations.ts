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
const HEARTBEAT_EVERY_MS = 1_000;
/** Longer than a gateway caches a decision, so a gateway that reconnects misses nothing. */
const RECENT_MS = 10_000;
/** After a reconnect, revocations of this long ago are repeated: a connection that died silently is noticed within 16 s. */
const LOOK_BACK_MS = 30_000;

/** Keys and sessions that ended, accounts that are frozen or no longer. */
type RevokedIds = Readonly<Record<'keyIds' | 'sessionIds' | 'accountIds', readonly string[]>>;
type Pending = Record<keyof RevokedIds, string[]>;

export type Revocations = ReturnType<typeof openRevocationFeed>;
type Options = {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
};

/** Receives every revocation of any replica and passes it to the listeners of this one. */
export function openRevocationFeed({ databaseUrl, pool, runtime }: Options) {
  const listeners = new Set<(revoked: RevokedIds) => void>();
  const notifyAll = (revoked: RevokedIds) => {
    for (const add of listeners) add(revoked);
  };
  const revokedWithin = (ms: number) => revokedSince(pool, new Date(Date.now() - ms));

  const channel = listen({
    url: databaseUrl,
    name: 'auth-revocations',
    log: runtime.log,
    channel: REVOCATION_CHANNEL,
    onNotify: (payload) => notifyAll(JSON.parse(payload)),
    onListening: async () => notifyAll(await revokedWithin(LOOK_BACK_MS)),
  });

  return {
    /** First the recent revocations, then each new one at once, and an empty heartbeat every second. */
    async *watch(signal: AbortSignal): AsyncGenerator<RevokedIds, void> {
      if (listeners.size >= LISTENERS_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', 'Too many revocation listeners');
      }
      const wake = openWake();
      let pending = none();
      const add = (revoked: RevokedIds) => {
        for (const kind of KINDS) pending[kind].push(...revoked[kind]);
        wake.wake();
      };
      // Before the recent ones are read, so that none is missed between.
      listeners.add(add);
      try {
        yield await revokedWithin(RECENT_MS);
        while (!signal.aborted) {
          await wake.wait(HEARTBEAT_EVERY_MS, signal);
          const revoked = pending;
          pending = none();
          const count = KINDS.reduce((sum, kind) => sum + revoked[kind].length, 0);
          if (count > PENDING_MAX) {
            throw new AppError('UNAVAILABLE', 'Revocation listener is too far behind');
          }
          // No heartbeat while our own connection is lost: revocations may be missed.
          if (count > 0 || channel.isListening()) yield revoked;
        }
      } finally {
        listeners.delete(add);
      }
    },
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  };
}

const KINDS = ['keyIds', 'sessionIds', 'accountIds'] as const;
const none = (): Pending => ({ keyIds: [], sessionIds: [], accountIds: [] });

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
  for (const chunk of chunks(ids)) {
    await within.run(EVERY_ACCOUNT, NOTIFY, [JSON.stringify({ ...none(), [kind]: chunk })]);
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

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_NOTIFICATION_MAX);
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * IDS_PER_NOTIFICATION_MAX, (n + 1) * IDS_PER_NOTIFICATION_MAX),
  );
}
