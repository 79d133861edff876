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
const ADD = `insert into fault (operation, fault, remaining, ms, window_from, window_to)
             values ($1, $2, $3, $4, $5, $6)`;
const LIST =
  'select operation, fault, remaining, ms, window_from, window_to from fault where remaining > 0 order by id limit 1000';
const CLEAR = 'delete from fault';

const TAKE = {
  name: 'take-fault',
  text: `
  update fault
     set remaining = remaining - 1
   where id = (
         select id from fault
          where operation = $1
            and remaining > 0
            and (window_from is null or (window_from <= $3 and window_to >= $2))
            and (fault <> 'window-too-long'
                 or $3::timestamptz - $2::timestamptz > ms * interval '1 millisecond')
          order by id limit 1 for update)
     and remaining > 0
  returning operation, fault, ms, window_from, window_to`,
};

type FaultRow = {
  operation: Operation;
  fault: FaultName;
  ms: number | null;
  window_from: Date | null;
  window_to: Date | null;
};

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
      async add({ operation, fault, remaining, ms, window }) {
        await db.query(FORGET_USED_UP);
        await change(ADD, [operation, fault, remaining, ms, window?.from, window?.to]);
      },
      async list() {
        const { rows } = await db.query<FaultRow & Pick<ArmedFault, 'remaining'>>(LIST);
        return rows.map((row) => ({ ...toFault(row), remaining: row.remaining }));
      },
      clear: () => change(CLEAR),
      async take(operation, window = null): Promise<Fault | null> {
        if (!armed) return null;
        const values = [operation, window?.from, window?.to];
        const { rows } = await db.query<FaultRow>({ ...TAKE, values });
        return rows[0] ? toFault(rows[0]) : null;
      },
    },
  };
}

function toFault({ operation, fault, ms, window_from: from, window_to: to }: FaultRow): Fault {
  return { operation, fault, ms, window: from && to && { from, to } };
}
