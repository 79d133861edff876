import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import type { Ports } from '../ports.ts';

/** The line before a change, for each line after one. */
const REQUESTED = {
  'delivery.redelivered': 'delivery.redelivery_requested',
  'deposit.canceled': 'deposit.cancel_requested',
  'deposit.refunded': 'deposit.refund_requested',
  'webhook.created': 'webhook.creation_requested',
  'webhook.deleted': 'webhook.deletion_requested',
  'webhook.replayed': 'webhook.replay_requested',
  'webhook.secret_rotated': 'webhook.secret_rotation_requested',
  'webhook.tested': 'webhook.test_requested',
  'webhook.updated': 'webhook.update_requested',
} as const;

type Detail = Readonly<Record<string, unknown>>;
/** Who makes a change. */
type By = { readonly accountId: string; readonly requester: Requester };
type Change<T> = {
  readonly action: keyof typeof REQUESTED;
  /** For example `webhook:<id>`. */
  readonly subject: string;
  /** What was asked for. */
  readonly detail?: Detail;
  readonly act: () => Promise<T>;
  /** What came of it. */
  readonly result?: (done: T) => { readonly subject?: string; readonly detail?: Detail };
};

/**
 * Writes a line to the audit log, then makes the change; without that line nothing is changed. If the line about the result
 * cannot be written it is logged as an error, and the change stands.
 */
export function audited({ recordAudit, auditFailed }: Pick<Ports, 'recordAudit' | 'auditFailed'>) {
  return async <T>({ accountId, requester }: By, change: Change<T>): Promise<T> => {
    const { action, subject, act, result } = change;
    const { keyId, ...origin } = requester;
    const actor = keyId === undefined ? `account:${accountId}` : `key:${keyId}`;
    const line = { actor, accountId, subject };
    const asked = { ...change.detail, ...origin };
    await recordAudit({ ...line, action: REQUESTED[action], detail: asked }).catch(refuse);
    const done = await act();
    const { detail, ...about } = result?.(done) ?? {};
    const after = { ...line, ...about, action, detail: { ...detail, ...origin } };
    await recordAudit(after).catch((error: unknown) => auditFailed(after, error));
    return done;
  };
}

function refuse(cause: unknown): never {
  throw new AppError('UNAVAILABLE', 'Audit log unavailable, nothing was done', { cause });
}
