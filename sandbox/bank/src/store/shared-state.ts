import { setTimeout as delay } from 'node:timers/promises';
import { prepared } from '@entrada/platform/db/prepared';
import type { Pool } from 'pg';
import type { Fault, Operation, Window } from '../domain/fault.ts';

/**
 * Every replica looks this often at most, and a change is answered only when all have had the time
 * to see it. So a request costs no query of its own to know the time and that nothing is to fail.
 */
const FRESH_FOR_MS = 50;

const READ = `
  select offset_ms, exists (select from fault where remaining > 0) as armed from clock`;

const ADVANCE = 'update clock set offset_ms = offset_ms + $1';
const RESET = 'update clock set offset_ms = 0';

const FORGET_USED_UP = 'delete from fault where remaining = 0';
const ADD = `insert into fault (operation, fault, remaining, ms, window_from, window_to)
             values ($1, $2, $3, $4, $5, $6)`;
/** A fault as the domain names its parts. */
const COLUMNS = 'operation, fault, ms, window_from as "from", window_to as "to"';
const LIST = `select ${COLUMNS}, remaining from fault where remaining > 0 order by id limit 1000`;
const CLEAR = 'delete from fault';

const TAKE = `
  update fault
     set remaining = remaining - 1
   where id = (
         select id from fault
          where operation = $1
            and remaining > 0
            and (window_from is null or (window_from <= $3 and window_to >= $2))
            and (fault <> 'window-too-long'
                 or $3::timestamptz - $2::timestamptz > ms * interval '1 millisecond')
            and (fault <> 'window-in-future'
                 or $3::timestamptz > $4::timestamptz - coalesce(ms, 0) * interval '1 millisecond')
          order by id limit 1 for update)
     and remaining > 0
  returning ${COLUMNS}`;

type ArmedFault = Fault & { readonly remaining: number };
type Row = Omit<ArmedFault, 'window'> & { readonly from: Date | null; readonly to: Date | null };

export type Clock = ReturnType<typeof openSharedState>['clock'];
export type Faults = ReturnType<typeof openSharedState>['faults'];

/** What the control API sets for all replicas: the clock and the faults to come. */
export function openSharedState(db: Pool) {
  let offsetMs = 0;
  let armed = false;
  let freshUntilMs = 0;
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    try {
      const { rows } = await db.query<{ offset_ms: number; armed: boolean }>(prepared(READ));
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
    /** A clock that all replicas share. `now` is as fresh as the last call of `synchronize`. */
    clock: {
      now: () => new Date(Date.now() + offsetMs),
      offsetMs: () => offsetMs,
      /** Loads what other replicas changed, unless it was just loaded. */
      synchronize,
      advance: (ms: number) => change(ADVANCE, [ms]),
      reset: () => change(RESET),
    },
    faults: {
      async add({ operation, fault, remaining, ms, window }: ArmedFault) {
        await db.query(FORGET_USED_UP);
        await change(ADD, [operation, fault, remaining, ms, window?.from, window?.to]);
      },
      async list(): Promise<ArmedFault[]> {
        const { rows } = await db.query<Row>(LIST);
        return rows.map(withWindow);
      },
      clear: () => change(CLEAR),
      /** Uses one up, on whichever replica asks first. */
      async take(operation: Operation, window: Window | null = null): Promise<Fault | null> {
        if (!armed) return null;
        const values = [operation, window?.from, window?.to, new Date(Date.now() + offsetMs)];
        const { rows } = await db.query<Omit<Row, 'remaining'>>(prepared(TAKE, values));
        return rows[0] ? withWindow(rows[0]) : null;
      },
    },
  };
}

function withWindow<T extends Pick<Row, 'from' | 'to'>>({ from, to, ...fault }: T) {
  return { ...fault, window: from && to && { from, to } };
}
