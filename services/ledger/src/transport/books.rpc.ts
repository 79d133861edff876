import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import { PixError } from '@entrada/pix/client/pix-error';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { timeField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { lineOf, type Violation } from '../domain/violation.ts';

/** Together they fit into one message. */
const LINES_MAX = 1_000;

export type BookRpcs = 'verifyBooks' | 'auditBooks' | 'countUnread';

type Needs = {
  readonly app: Pick<App, 'verifyBooks' | 'countUnread'>;
  /** The auditor once more; it reports what it could not read of the bank's list to the caller. */
  readonly withAuditor: <T>(
    onUnread: (window: UnreadWindow) => void,
    work: (app: Pick<App, 'auditInFull'>) => Promise<T>,
  ) => Promise<T>;
};

/** Checks of the books that operators ask for. They take minutes, and read only. */
export function booksRpc(needs: Needs): Pick<RpcHandlers<LedgerServiceDefinition>, BookRpcs> {
  const { app, withAuditor } = needs;
  return {
    async verifyBooks() {
      const found = collect();
      const { accounts, links, signedByKey } = await app.verifyBooks(found.add);
      const signed = [...signedByKey].map(([keyId, count]) => ({ keyId, count }));
      return { accounts, links, signed, ...found.lines() };
    },
    async auditBooks(asked) {
      const to = timeField('to', asked.to);
      const since = timeField('from', asked.from);
      if (since >= to) throw fieldError('from', 'must be before to');
      const found = collect();
      const unread: UnreadWindow[] = [];
      const audited = await withAuditor(
        (window) => unread.push(window),
        (auditor) => auditor.auditInFull({ from: since, to }, found.add).catch(explainBank),
      );
      return {
        accounts: audited.accounts,
        links: audited.links,
        from: audited.from.toISOString(),
        to: to.toISOString(),
        notCompared: [...audited.notCompared],
        unread: unread.map((window) => ({
          from: window.from.toISOString(),
          to: window.to.toISOString(),
          reason: window.reason,
        })),
        ...found.lines(),
      };
    },
    countUnread: async () => ({ records: await app.countUnread() }),
  };
}

function collect() {
  const violations: string[] = [];
  let violationsCount = 0;
  return {
    add(violation: Violation): void {
      violationsCount += 1;
      if (violations.length < LINES_MAX) violations.push(lineOf(violation));
    },
    lines: () => ({ violations, violationsCount }),
  };
}

function explainBank(error: unknown): never {
  if (!(error instanceof PixError) || !['unavailable', 'timeout'].includes(error.kind)) throw error;
  throw new AppError('BAD_UPSTREAM', `${error.message}. Check PROVIDER_URL of the ledger.`, {
    cause: error,
  });
}
