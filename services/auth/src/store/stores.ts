import type { Pool, PoolClient } from 'pg';
import type { Stores } from '../ports.ts';
import { accountStore } from './account-store.ts';
import { apiKeyStore } from './api-key-store.ts';
import { auditStore } from './audit-store.ts';
import { noteKeyUses } from './note-key-uses.ts';
import { announceOn } from './revocation-store.ts';
import { sessionStore } from './session-store.ts';

/** What can be read and written one statement at a time. */
export function storesOver(db: Pool | PoolClient) {
  return {
    accounts: accountStore(db),
    sessions: sessionStore(db),
    apiKeys: { ...apiKeyStore(db), noteUses: noteKeyUses(db) },
  };
}

export function storesIn(tx: PoolClient): Stores {
  return { ...storesOver(tx), audit: auditStore(tx), announce: announceOn(tx) };
}
