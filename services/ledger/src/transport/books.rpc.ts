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
import { LISTED_ACCOUNTS, type Window } from '../domain/statement.ts';
import { lineOf, type Violation } from '../domain/violation.ts';

/** Together they fit into one message. */
const LINES_MAX = 1_000;
const BANK_PERIOD_MAX_MS = 31 * DAY_MS;
const STATEMENT_LIMIT_MAX = 1_000;
const CURSOR = timeCursorOf('book-entries', /\d{1,19}/);

type Handlers = Partial<RpcHandlers<LedgerServiceDefinition>>;

type Auditor = Pick<App, 'auditInFull' | 'sumBankPayments'>;

type Needs = {
  readonly app: Pick<App, 'verifyBooks' | 'countUnread' | 'sumBooks' | 'listBookEntries'>;
  /** The auditor once more; it reports what it could not read of the bank's list to the caller. */
  readonly withAuditor: <T>(
    onUnread: (window: UnreadWindow) => void,
    work: (app: Auditor) => Promise<T>,
  ) => Promise<T>;
};

/** Checks of the books that operators ask for. They take minutes, and read only. */
export function booksRpc(needs: Needs) {
  const { app } = needs;
  return {
    async verifyBooks() {
      const found = collect();
      const { accounts, links, signedByKey } = await app.verifyBooks(found.add);
      const signed = [...signedByKey].map(([keyId, count]) => ({ keyId, count }));
      return { accounts, links, signed, ...found.lines() };
    },
    async auditBooks(asked) {
      const window = parsePeriod(asked);
      const found = collect();
      const { result, unread } = await withUnread(needs, (auditor) =>
        auditor.auditInFull(window, found.add),
      );
      const { accounts, links, from, notCompared } = result;
      const audited = messageOf({ from, to: window.to, notCompared });
      return { accounts, links, ...audited, unread, ...found.lines() };
    },
    countUnread: async () => ({ records: await app.countUnread() }),
    ...forAccountants(needs),
  } satisfies Handlers;
}

function forAccountants(needs: Needs) {
  const { app } = needs;
  return {
    async getTrialBalance({ at }) {
      const { accounts, firstAt } = await app.sumBooks(optionalTimeField('at', at));
      return { accounts: [...accounts], firstAt: formatTime(firstAt) };
    },
    async sumBankPayments(asked) {
      const window = parsePeriod(asked);
      const returnedBefore = timeField('returnedBefore', asked.returnedBefore);
      if (window.to.getTime() - window.from.getTime() > BANK_PERIOD_MAX_MS)
        throw fieldError('from', 'must be at most 31 days before to');
      const { result: sum, unread } = await withUnread(needs, (auditor) =>
        auditor.sumBankPayments(window, returnedBefore),
      );
      return {
        isCompared: sum !== null,
        receivedCents: sum?.receivedCents ?? 0,
        returnedCents: sum?.returnedCents ?? 0,
        unread,
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

function parsePeriod(asked: { readonly from: string; readonly to: string }): Window {
  const [from, to] = [timeField('from', asked.from), timeField('to', asked.to)];
  if (from >= to) throw fieldError('from', 'must be before to');
  return { from, to };
}

/** With what could not be read of the bank's list. */
async function withUnread<T>({ withAuditor }: Needs, work: (auditor: Auditor) => Promise<T>) {
  const unread: UnreadWindow[] = [];
  const result = await withAuditor(
    (window) => unread.push(window),
    (auditor) => work(auditor).catch(explainBank),
  );
  return { result, unread: unread.map(messageOf) };
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
