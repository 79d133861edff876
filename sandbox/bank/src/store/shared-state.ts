import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Fault, FaultName, Operation } from '../domain/fault.ts';
import type { ArmedFault, Clock, Faults } from '../ports.ts';

/**
 * Every replica looks this often at most, and a change is answered only when all have had the time
 * to see it. So a request costs no query of its own to know the time and that nothing is to fail.
 */
const FRESH_FOR_MS = 50;

const READ = {
  name: 'read-shared-state',
  text: `
  select offset_ms, exists (select from fault where remaining > 0) as armed from clock`,
};

const ADVANCE = 'update clock set offset_ms = offset_ms + $1';
const RESET = 'update clock set offset_ms = 0';

const FORGET_USED_UP = 'delete from fault where remaining = 0';
const ADD = 'insert into fault (operation, fault, remaining, ms) values ($1, $2, $3, $4)';
const LIST =
  'select operation, fault, remaining, ms from fault where remaining > 0 order by id limit 1000';
const CLEAR = 'delete from fault';

const TAKE = {
  name: 'take-fault',
  text: `
  update fault
     set remaining = remaining - 1
   where id = (
         select id from fault where operation = $1 and remaining > 0 order by id limit 1 for update)
     and remaining > 0
  returning operation, fault, ms`,
};

type FaultRow = { operation: Operation; fault: FaultName; ms: number | null };

/** What the control API sets for all replicas: the clock and the faults to come. */
export function openSharedState(db: Pool): { clock: Clock; faults: Faults } {
  let offsetMs = 0;
  let armed = false;
  let freshUntilMs = 0;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    try {
      const { rows } = await db.query<{ offset_ms: number; armed: boolean }>(READ);
      offsetMs = rows[0]?.offset_ms ?? 0;
      armed = rows[0]?.armed ?? false;
      freshUntilMs = performance.now() + FRESH_FOR_MS;
    } finally {
      reading = undefined;
    }
  };
  const synchronize = async (): Promise<void> => {
    if (performance.now() < freshUntilMs) return;
    reading ??= read();
    await reading;
  };
  const change = async (text: string, values: unknown[] = []): Promise<void> => {
    await db.query(text, values);
    await delay(FRESH_FOR_MS);
    await read();
  };

  return {
    clock: {
      now: () => new Date(Date.now() + offsetMs),
      offsetMs: () => offsetMs,
      synchronize,
      advance: (ms) => change(ADVANCE, [ms]),
      reset: () => change(RESET),
    },
    faults: {
      async add({ operation, fault, remaining, ms }) {
        await db.query(FORGET_USED_UP);
        await change(ADD, [operation, fault, remaining, ms]);
      },
      list: async () => (await db.query<FaultRow & ArmedFault>(LIST)).rows,
      clear: () => change(CLEAR),
      async take(operation): Promise<Fault | null> {
        if (!armed) return null;
        const { rows } = await db.query<FaultRow>({ ...TAKE, values: [operation] });
        return rows[0] ?? null;
      },
    },
  };
}
