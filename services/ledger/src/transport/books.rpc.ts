import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { messageOf } from '@entrada/contracts/message';
import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import { PixError } from '@entrada/pix/client/pix-error';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import {
  choiceField,
  formatTime,
  integerField,
  optionalTimeField,
  timeCursorOf,
  timeField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { DAY_MS } from '@entrada/platform/time/units';
import type { App } from '../app.ts';
import { LISTED_ACCOUNTS } from '../domain/statement.ts';
import { lineOf, type Violation } from '../domain/violation.ts';

/** Together they fit into one message. */
const LINES_MAX = 1_000;
const BANK_PERIOD_MAX_MS = 31 * DAY_MS;
const STATEMENT_LIMIT_MAX = 1_000;
const CURSOR = timeCursorOf('book-entries', /\d{1,19}/);

type Handlers = Partial<RpcHandlers<LedgerServiceDefinition>>;

type Needs = {
  readonly app: Pick<App, 'verifyBooks' | 'countUnread' | 'sumBooks' | 'listBookEntries'>;
  /** The auditor once more; it reports what it could not read of the bank's list to the caller. */
  readonly withAuditor: <T>(
    onUnread: (window: UnreadWindow) => void,
    work: (app: Pick<App, 'auditInFull' | 'sumBankPayments'>) => Promise<T>,
  ) => Promise<T>;
};

/** Checks of the books that operators ask for. They take minutes, and read only. */
export function booksRpc(needs: Needs) {
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
        unread: unread.map(messageOf),
        ...found.lines(),
      };
    },
    countUnread: async () => ({ records: await app.countUnread() }),
    ...forAccountants(needs),
  } satisfies Handlers;
}

function forAccountants({ app, withAuditor }: Needs) {
  return {
    async getTrialBalance({ at }) {
      const { accounts, firstAt } = await app.sumBooks(optionalTimeField('at', at));
      return { accounts: [...accounts], firstAt: formatTime(firstAt) };
    },
    async sumBankPayments(asked) {
      const to = timeField('to', asked.to);
      const since = timeField('from', asked.from);
      const returnedBefore = timeField('returnedBefore', asked.returnedBefore);
      if (since >= to) throw fieldError('from', 'must be before to');
      if (to.getTime() - since.getTime() > BANK_PERIOD_MAX_MS)
        throw fieldError('from', 'must be at most 31 days before to');
      const unread: UnreadWindow[] = [];
      const sum = await withAuditor(
        (window) => unread.push(window),
        (auditor) =>
          auditor.sumBankPayments({ from: since, to }, returnedBefore).catch(explainBank),
      );
      return {
        isCompared: sum !== null,
        receivedCents: sum?.receivedCents ?? 0,
        returnedCents: sum?.returnedCents ?? 0,
        unread: unread.map(messageOf),
        unreadReturns: [...(sum?.unreadReturns ?? [])],
      };
    },
    async listBookEntries({ account, from, to, limit, cursor }) {
      const { entries, next, openingCents, closingCents } = await app.listBookEntries({
        account: choiceField('account', account, LISTED_ACCOUNTS),
        from: optionalTimeField('from', from),
        to: optionalTimeField('to', to),
        limit: integerField('limit', limit, 1, STATEMENT_LIMIT_MAX),
        after: CURSOR.read(cursor),
      });
      return {
        entries: entries.map(messageOf),
        nextCursor: CURSOR.write(next),
        openingCents,
        closingCents,
      };
    },
  } satisfies Handlers;
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
