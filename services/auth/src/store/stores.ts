import type { ClientBase } from 'pg';
import type { AuditLine } from '../domain/audit-chain.ts';
import { accountStore } from './account-store.ts';
import { apiKeyStore } from './api-key-store.ts';
import { approvalStore } from './approval-store.ts';
import { auditStore } from './audit-store.ts';
import { mailStore } from './mail-store.ts';
import { mailTokenStore } from './mail-token-store.ts';
import { massRevocation } from './mass-revocation.ts';
import { deviceStore, sessionStore } from './session-store.ts';
import { twoFactorStore } from './two-factor-store.ts';
import { type Within, withinTransaction } from './within.ts';

/** What can be read and written one statement at a time. */
export function storesOver(within: Within) {
  return {
    accounts: accountStore(within),
    sessions: sessionStore(within),
    apiKeys: apiKeyStore(within),
    twoFactors: twoFactorStore(within),
    mails: mailStore(within),
    mailTokens: mailTokenStore(within),
    devices: deviceStore(within),
    massRevocation: massRevocation(within),
    approvals: approvalStore(within),
  };
}

/** What one transaction can read and write. What it revokes is published when it commits. */
export type Stores = ReturnType<typeof storesIn>;

/** `onAppend` gets each line of the audit log, before the transaction commits. */
export function storesIn(tx: ClientBase, auditKey: Buffer, onAppend: (line: AuditLine) => void) {
  return {
    ...storesOver(withinTransaction(tx)),
    audit: auditStore(tx, auditKey, onAppend),
  };
}
