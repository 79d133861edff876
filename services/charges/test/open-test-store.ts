import type { Pool } from 'pg';
import { openStore } from '../src/store/store.ts';

/** The store of a process that has no number, and whose changes nobody hears of. */
export const openTestStore = (pool: Pool) =>
  openStore(
    pool,
    () => null,
    () => {},
  );
