import { createHash } from 'node:crypto';
import type { Cob, CobStatus } from '@entrada/pix/client/cob';
import type { PixPage } from '@entrada/pix/client/listed-page';
import type { PixPayment } from '@entrada/pix/client/payment';
import type { PixClient } from '@entrada/pix/client/pix-client';
import {
  isCircuitOpen,
  PixError,
  type PixErrorKind,
  problemOf,
} from '@entrada/pix/client/pix-error';
import type {
  Refund,
  Refund as RefundOfBank,
  RefundStatus as StatusAtBank,
} from '@entrada/pix/client/refund';
import { connectBank } from '@entrada/pix/connection/connect-bank';
import type { AppError } from '@entrada/platform/errors/app-error';
import { timeLeftMs } from '@entrada/platform/grpc/call-context';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { Config } from '../config.ts';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import { listableTo } from '../domain/bank-window.ts';
import type { ReportedPayment } from '../domain/charge.ts';
import {
  type BankOrder,
  failureAtBank,
  RefundFailure,
  type ReportedReturn,
  type ReturnAtBank,
  ReturnStatus,
} from '../domain/payment-return.ts';
import { type BankReport, BankStatus } from '../domain/settle.ts';
import { type MalformedEntry, printable } from '../domain/unclear.ts';
import { bankMetrics } from '../metrics/bank-metrics.ts';
import type { Bank, PaymentPage } from '../ports.ts';
import type { BankClock } from './bank-clock.ts';
import { openCallBudget, openCallPace } from './call-budget.ts';

/** Reserved of the caller's deadline for the insert that follows a new charge. */
const COMMIT_MARGIN_MS = 200;
const nowMs = () => performance.now();

type OpenBank = Bank & { callBackAt(url: string): Promise<void> } & AsyncDisposable;

export function openBank(config: Config, { metrics, log }: Runtime, clock: BankClock): OpenBank {
  const { observe, onCircuit, onCertificate, onListProblem } = bankMetrics(metrics);
  const timeoutMs = config.providerTimeoutMs;
  const client = connectBank(config, {
    timeoutMs,
    merchantName: config.merchantName,
    merchantCity: config.merchantCity,
    observe,
    onCircuit,
    onCertificate,
    onClock: clock.set,
    beforeList: openCallPace({ perSecond: config.providerListsPerSecond, nowMs }),
    onScopesMissing: (missing) => log.warn({ missing }, 'bank grants fewer scopes than we need'),
  });
  const ask = bankErrors(log);
  const flagProblems = listProblems(onListProblem, log);
  async function* list(window: Parameters<typeof client.listPix>[0]): AsyncGenerator<PaymentPage> {
    const pages = client.listPix(window)[Symbol.asyncIterator]();
    const operation = window.refunded ? 'list-returns' : 'list-pix';
    for (;;) {
      const { done, value } = await ask(operation, () => pages.next());
      if (done) return;
      flagProblems(value, value.unread ?? { from: window.from, to: window.to });
      yield toPage(value);
    }
  }
  const limit = () => ({ timeoutMs: timeLeftMs(timeoutMs) });
  // Each operation has a budget of its own, so that none is refused because of another.
  const mayCreate = openCallBudget({ perSecond: config.providerCreatesPerSecond, nowMs });
  const mayRefund = openCallBudget({ perSecond: config.providerRefundsPerSecond, nowMs });

  return {
    async open({ txid, value, description, expiresInSeconds }) {
      if (!mayCreate()) throw budgetSpent('put-cob', log);
      const request = { txid, valueCents: value, expiresInSeconds };
      const cob = description === null ? request : { ...request, payerRequest: description };
      const withMargin = { timeoutMs: Math.max(1, timeLeftMs(timeoutMs) - COMMIT_MARGIN_MS) };
      return ask('put-cob', () =>
        nullIf('other-amount', async () => describe(await client.putCob(cob, withMargin))),
      );
    },
    // Shared by callers with different deadlines, each of which stops waiting by itself.
    look(charge) {
      const detectedAt = clock.now();
      return ask('get-cob', async () => ({
        ...reportOf(charge, await client.getCob(charge.txid)),
        detectedAt,
      }));
    },
    remove: (charge) =>
      ask('remove-cob', async () => reportOf(charge, await client.removeCob(charge.txid, limit()))),
    describe: (txid) => ask('get-cob', async () => describe(await client.getCob(txid))),
    payment: (endToEndId) => ask('get-pix', () => findPayment(client, endToEndId)),
    paymentsBetween(from, to, { returned = false, except = [] } = {}) {
      // If the bank's clock is ahead, payments have times in our future. A bank that rejects such a window
      // is asked for payments of its past.
      const orElseTo = listableTo(clock.now());
      const shorter = to > orElseTo && { orElseTo };
      return list({ from, to, except, ...shorter, ...(returned && { refunded: true }) });
    },
    countBetween: (from, to) => client.countPix({ from, to }).catch(nullIfFailed),
    async refund(refund, { mayBeKnown }) {
      if (!mayRefund()) throw budgetSpent('refund', log);
      return ask('refund', () => refundAtBank(client, refund, { mayBeKnown, limit }));
    },
    findRefund: (refund) => ask('get-refund', () => findAtBank(client, refund, limit)),
    callBackAt: (url) => ask('put-webhook', () => client.putWebhook(url)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function budgetSpent(operation: string, log: Runtime['log']): AppError {
  log.warn({ operation }, 'our own budget of calls to the bank is spent, call not made');
  return bankUnavailable('UNAVAILABLE', new Error(`budget of ${operation} calls is spent`));
}

type OnListProblem = ReturnType<typeof bankMetrics>['onListProblem'];

/** Counts and logs what is wrong with a list. */
function listProblems(onListProblem: OnListProblem, log: Runtime['log']) {
  const flag = (problem: Parameters<OnListProblem>[0], about: object) => {
    onListProblem(problem);
    const level = problem === 'count-too-low' ? 'info' : 'warn';
    log[level]({ problem, ...about }, 'bank list is inconsistent');
  };
  return ({ problem, payments }: PixPage, window: object): void => {
    if (problem) flag(problem, window);
    for (const { endToEndId, refundProblems } of payments) {
      if (refundProblems.length > 0) flag('refund', { endToEndId, refundProblems });
    }
  };
}

/** The listing that follows shows whether the bank is available. */
function nullIfFailed(error: unknown): null {
  if (error instanceof PixError) return null;
  throw error;
}

async function findPayment(
  client: Pick<PixClient, 'getPix'>,
  endToEndId: string,
): Promise<ReportedPayment | null> {
  const payment = await nullIf('not-found', () => client.getPix(endToEndId));
  return payment && isPayment(payment) ? toPayment(payment) : null;
}

async function nullIf<T>(kind: PixErrorKind, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PixError && error.kind === kind) return null;
    throw error;
  }
}

function describe({ pixCopiaECola: emv, createdAt, expiresInSeconds }: Cob) {
  if (emv === undefined) throw new PixError('bad-response', 'The bank sent no code');
  return { emv, expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1000) };
}

const COB_STATUS: Record<CobStatus, BankStatus> = {
  ATIVA: BankStatus.Open,
  CONCLUIDA: BankStatus.Paid,
  REMOVIDA_PELO_USUARIO_RECEBEDOR: BankStatus.RemovedByUs,
  REMOVIDA_PELO_PSP: BankStatus.RemovedByBank,
};

/** A response with another amount cannot be about this charge. */
function reportOf({ value }: { value: number }, cob: Cob): BankReport {
  if (cob.valueCents !== value) {
    throw new PixError('bad-response', 'The bank has this charge with another amount');
  }
  const { payments } = toPage({ payments: cob.payments, malformed: [] });
  const contradicts = cob.status === 'CONCLUIDA' && payments.length === 0;
  return { status: contradicts ? BankStatus.Unknown : COB_STATUS[cob.status], payments };
}

/** We choose the ids that the bank is asked with, so a refusal is the bank's failure, not the client's. */
const CODE = {
  'not-found': 'BAD_UPSTREAM',
  rejected: 'BAD_UPSTREAM',
  'bad-response': 'BAD_UPSTREAM',
  'other-amount': 'BAD_UPSTREAM',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
} as const satisfies Record<PixErrorKind, string>;

/** Runs a call to the bank. Clients read one message for every failure; the code tells which kind it was. */
function bankErrors(log: Logger) {
  return async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      // While the circuit is open every call fails: that is not logged each time.
      const level = isCircuitOpen(error) ? 'debug' : 'warn';
      log[level]({ err: error, operation, outcome: error.kind }, 'bank call failed');
      throw bankUnavailable(CODE[error.kind], error);
    }
  };
}

/** What can be looked up at the bank. */
const END_TO_END_ID = /^[a-zA-Z0-9]{1,63}$/;

/** Entries that cannot be read are set aside. */
function toPage({ payments, malformed, unread }: PixPage): PaymentPage {
  return {
    payments: payments.filter(isPayment).map(toPayment),
    malformed: malformed.map(({ endToEndId, entry, problem }) =>
      unreadable(endToEndId, entry, problem),
    ),
    ...(unread && {
      unread: { from: unread.from, to: unread.to, problem: printable(unread.reason) },
    }),
  };
}

/** An amount of zero is no payment: there is nothing to book. */
function isPayment({ valueCents }: PixPayment): boolean {
  return valueCents > 0;
}

function toPayment(pix: PixPayment): ReportedPayment {
  const { endToEndId, txid = null, valueCents, paidAt, payer = null, refunds } = pix;
  const unreadReturns = pix.refundProblems;
  const returns = refunds.filter((refund) => refund.valueCents > 0).map(toReturn);
  return { endToEndId, txid, paidCents: valueCents, paidAt, payer, returns, unreadReturns };
}

function toReturn(refund: Refund): ReportedReturn {
  return {
    bankId: refund.refundId,
    valueCents: refund.valueCents,
    status: RETURN_STATUS[refund.status],
    natureza: refund.natureza ?? '',
    settledAt: refund.settledAt ?? null,
  };
}

function unreadable(endToEndId = '', entry: string, problem: string): MalformedEntry {
  const isNamed = END_TO_END_ID.test(endToEndId);
  const id = isNamed ? endToEndId : createHash('sha256').update(entry).digest('hex');
  return { id, endToEndId: isNamed ? endToEndId : null, problem: printable(problem) };
}

const RETURN_STATUS: Record<StatusAtBank, ReturnStatus> = {
  EM_PROCESSAMENTO: ReturnStatus.Processing,
  DEVOLVIDO: ReturnStatus.Settled,
  NAO_REALIZADO: ReturnStatus.Failed,
};

type ReturnCalls = Pick<PixClient, 'refund' | 'getRefund'>;
/** Computed before each call: the first call uses up part of the time. */
type Limit = () => { readonly timeoutMs: number };
type ReturnOptions = { readonly mayBeKnown: boolean; readonly limit: Limit };

/** A permission that our application lost says nothing about the refund. */
const FORBIDDEN = 403;

async function refundAtBank(
  client: ReturnCalls,
  order: BankOrder,
  { mayBeKnown, limit }: ReturnOptions,
): Promise<ReturnAtBank> {
  const known = mayBeKnown ? await findAtBank(client, order, limit) : null;
  return known ?? orderAtBank(client, order, limit);
}

/** Null when the bank knows of no such return. */
async function findAtBank(
  client: Pick<ReturnCalls, 'getRefund'>,
  order: BankOrder,
  limit: Limit,
): Promise<ReturnAtBank | null> {
  const { endToEndId, bankId } = order;
  return nullIf('not-found', async () =>
    asAsked(order, await client.getRefund(endToEndId, bankId, limit())),
  );
}

/** Only a refusal is a failure. Where the bank does not know the payment, the return is DENIED; after anything else the bank is asked again later. */
async function orderAtBank(
  client: Pick<ReturnCalls, 'refund'>,
  order: BankOrder,
  limit: Limit,
): Promise<ReturnAtBank> {
  const { endToEndId, bankId, valueCents } = order;
  const request = { endToEndId, refundId: bankId, valueCents };
  const denied = { status: 'DENIED', settledAt: null, failure: null, isRefusal: false } as const;
  try {
    const made = await nullIf('not-found', () => client.refund(request, limit()));
    return made ? asAsked(order, made) : denied;
  } catch (error) {
    const refusal = error instanceof PixError && error.kind === 'rejected' && problemOf(error);
    if (!refusal) throw error;
    if (refusal.status === FORBIDDEN) throw error;
    const failure = failureAtBank(refusal.detail ?? refusal.title, RefundFailure.BankRefused);
    return { status: ReturnStatus.Failed, settledAt: null, failure, isRefusal: true };
  }
}

/** One that has failed moved nothing, whatever its amount was. */
function asAsked({ valueCents }: BankOrder, refund: RefundOfBank): ReturnAtBank {
  const { settledAt = null, reason } = refund;
  const status = RETURN_STATUS[refund.status];
  const hasFailed = status === ReturnStatus.Failed;
  if (!hasFailed && refund.valueCents !== valueCents) {
    throw new PixError('bad-response', 'The bank has this return with another amount');
  }
  const failure = hasFailed ? failureAtBank(reason, RefundFailure.BankFailed) : null;
  return { status, settledAt, failure, isRefusal: false };
}
