import type { AuditedCharge as ChargeMessage } from '@entrada/contracts/gen/charges/v1/AuditedCharge';
import type { AuditedEvent as EventMessage } from '@entrada/contracts/gen/webhooks/v1/AuditedEvent';
import { ChargesService, WebhooksService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Config } from '../config.ts';
import type { AuditedCharge } from '../domain/audit-charge.ts';
import type { AuditedEvent } from '../domain/audit-event.ts';
import type { Window } from '../domain/statement.ts';
import type { AuditSources, Ports } from '../ports.ts';
import { openBankSource } from './bank-source.ts';

const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 200;
/** Each is looked up at the bank, within the time of one call. */
const RECHECKED_AT_ONCE_MAX = 10;
/** Far more than a window holds: a peer that never ends must not hold us. */
const PAGES_MAX = 50_000;

type OnUnread = Parameters<typeof openBankSource>[1];

/** Those whom the auditor asks, as far as their addresses are known. */
export function openAuditSources(
  config: Config,
  runtime: Runtime,
  onUnread: OnUnread,
): AuditSources & AsyncDisposable {
  const resources = new AsyncDisposableStack();
  const connected = { timeoutMs: TIMEOUT_MS, runtime };
  const { chargesAddress, webhooksAddress } = config;
  const charges = chargesAddress
    ? resources.use(connectGrpc(ChargesService, { address: chargesAddress, ...connected }))
    : null;
  const webhooks = webhooksAddress
    ? resources.use(connectGrpc(WebhooksService, { address: webhooksAddress, ...connected }))
    : null;
  const bank = openBankSource(config, onUnread);
  if (bank) resources.use(bank);
  return {
    charges:
      charges &&
      ((window) =>
        pages(async (cursor) => {
          const reply = await charges.listChargesForAudit({ ...asked(window), cursor });
          return { items: reply.charges.map(toCharge), next: reply.nextCursor };
        })),
    events:
      webhooks &&
      ((window) =>
        pages(async (cursor) => {
          const reply = await webhooks.listEventsForAudit({ ...asked(window), cursor });
          return { items: reply.events.map(toEvent), next: reply.nextCursor };
        })),
    bank,
    recheck:
      charges &&
      (async (payments) => {
        for (let start = 0; start < payments.length; start += RECHECKED_AT_ONCE_MAX) {
          const some = payments.slice(start, start + RECHECKED_AT_ONCE_MAX);
          await charges.recheckPayments({ ids: some.map(({ endToEndId }) => endToEndId) });
          // The bank's own returns, and refunds that have ended, are looked up as after a callback.
          const named = some.map(({ txid, endToEndId }) => ({ txid: txid ?? '', endToEndId }));
          await charges.notifyPayments({
            payments: named.map((one) => ({ ...one, isReturned: true })),
          });
        }
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Page<T> = { readonly items: readonly T[]; readonly next: string };

async function* pages<T>(page: (cursor: string) => Promise<Page<T>>): AsyncGenerator<readonly T[]> {
  let cursor = '';
  for (let number = 0; number < PAGES_MAX; number += 1) {
    const { items, next } = await page(cursor);
    if (items.length > 0) yield items;
    if (next === '') return;
    cursor = next;
  }
  throw new Error(`a list did not end after ${PAGES_MAX} pages`);
}

function asked({ from, to }: Window) {
  return { from: from.toISOString(), to: to.toISOString(), limit: PAGE_SIZE };
}

const STATUS_PREFIX = /^(CHARGE|REFUND)_STATUS_/;

function toCharge({ status, refunds, history, ...charge }: ChargeMessage): AuditedCharge {
  const plain = (text: string) => text.replace(STATUS_PREFIX, '');
  return {
    ...charge,
    status: plain(status),
    refunds: refunds.map((refund) => ({ ...refund, status: plain(refund.status) })),
    history: history.map(plain),
  };
}

function toEvent({ createdAt, firstAttemptAt, ...event }: EventMessage): AuditedEvent {
  return {
    ...event,
    createdAt: new Date(createdAt),
    firstAttemptAt: firstAttemptAt === '' ? null : new Date(firstAttemptAt),
  };
}

/** An operator waits no longer; a bank that does is asked again later what became of it. */
const RETURN_MAX_MS = 4_000;

type Returns = Pick<Ports, 'returnPayment' | 'returnedAtBank'> & Disposable;

/** Charges alone speaks to the bank about money; without its address nothing can be returned. */
export function openReturns(address: string | undefined, runtime: Runtime): Returns {
  if (!address) {
    return { returnPayment: null, returnedAtBank: null, [Symbol.dispose]() {} };
  }
  const charges = connectGrpc(ChargesService, { address, timeoutMs: RETURN_MAX_MS, runtime });
  return {
    async returnPayment(payment) {
      await charges.returnPayment(payment);
    },
    async returnedAtBank(endToEndId) {
      return (await charges.lookUpReturns({ endToEndId })).returnedCents;
    },
    [Symbol.dispose]: () => charges[Symbol.dispose](),
  };
}
