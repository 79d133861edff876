import type { Pool } from 'pg';
import type { Session } from '../db/session.ts';

/** One session has it: that of the relay that publishes. */
const LEADER = `hashtextextended('outbox relay', 0)`;
/** Every relay's session shares it, so that relays are known to run also between two leaders. */
const RUNNING = `hashtextextended('outbox relay running', 0)`;

const SHARE_RUNNING = `select pg_advisory_lock_shared(${RUNNING})`;

const TRY_TO_LEAD = `select pg_try_advisory_lock(${LEADER}) as mine`;

const STEP_DOWN = `
  unlisten outbox;
  select pg_advisory_unlock(${LEADER})`;

// A leader of an earlier version has the first lock only.
const IS_RUNNING = `
  select not (pg_try_advisory_xact_lock(${LEADER})
              and pg_try_advisory_xact_lock(${RUNNING})) as running`;

/** Whether a service of this database runs: one of its processes leads or stands by. */
export async function isRelayRunning(pool: Pool): Promise<boolean> {
  return (await pool.query<{ running: boolean }>(IS_RUNNING)).rows[0]?.running ?? false;
}

/** From now on, until the session ends, `isRelayRunning` is true. */
export async function shareRunning(session: Session): Promise<void> {
  await session.query(SHARE_RUNNING);
}

/** True if this session leads now: until it steps down or ends, no other does. */
export async function tryToLead(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ mine: boolean }>(TRY_TO_LEAD);
  return rows[0]?.mine ?? false;
}

export async function stepDown(session: Session): Promise<void> {
  await session.query(STEP_DOWN);
}
