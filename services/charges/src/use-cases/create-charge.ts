import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import {
  asCreated,
  type Charge,
  type ChargeIds,
  expiresInWithin,
  NOT_PAID,
  type RequestKey,
  type Reservation,
} from '../domain/charge.ts';
import { type Idempotency, keyReused, type Metadata, stillRunning } from '../domain/client-text.ts';
import {
  type Cents,
  countedFor,
  isWithin,
  type LimitUse,
  payableWithinLimits,
  priceOf,
  type Terms,
  termsOf,
  velocityReached,
  versioned,
  withinLimits,
} from '../domain/terms.ts';
import type { Ports } from '../ports.ts';

type Input = {
  readonly accountId: string;
  readonly value: Cents;
  /** The deployment's default when absent. */
  readonly expiresInSeconds: number | null;
  readonly externalId: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly idempotency: Idempotency | null;
  readonly requester: Requester;
};

type CreateResult = { readonly charge: Charge; readonly replayed: boolean };

/**
 * One bank call, then one commit. The client gets the payment code only after the commit, so nobody can
 * pay a charge that is not stored. With a key a commit before it reserves the ids, so retries make one charge.
 */
export function createCharge(needs: Ports) {
  const { requests, now, newChargeIds } = needs;
  const createWith = openAndInsert(needs);
  const create = async (input: Input): Promise<CreateResult> => {
    const { accountId, idempotency } = input;
    const at = now();
    const ids = newChargeIds(at);
    if (!idempotency) {
      const quote = await quoteOf(input, at, needs);
      return createWith({ ...input, ...quote, ids, request: null, isRetry: false });
    }

    const request = { accountId, key: idempotency.key };
    const reserved = await requests.reserve({ ...request, ...idempotency }, ids);
    switch (reserved.state) {
      case 'OTHER_REQUEST':
        throw keyReused();
      case 'RUNNING':
        throw stillRunning();
      case 'DONE':
        return replay(needs, reserved.chargeId);
      case 'OURS': {
        // Only now: a retry gets its charge, whatever terms hold since then.
        const { ids: own, lease } = reserved;
        const isRetry = own.id !== ids.id;
        return quoteOf(input, at, needs)
          .then((quote) => createWith({ ...input, ...quote, ids: own, request, isRetry }))
          .catch(async (error) => {
            if (!(error instanceof OtherAmount)) return giveUp(needs, { ...request, lease }, error);
            await requests.forget({ ...request, lease });
            return create(input);
          });
      }
    }
  };
  return create;
}

/** The fee has changed since an earlier attempt opened the charge, and the bank keeps that. Nobody has its code. */
class OtherAmount extends Error {}

type Quote = {
  readonly price: ReturnType<typeof priceOf>;
  readonly terms: Terms;
  /** The time of the charge: its terms are those that hold then. */
  readonly createdAt: Date;
  readonly expiresInSeconds: number;
};

async function quoteOf(input: Input, createdAt: Date, needs: Ports): Promise<Quote> {
  const terms = termsOf(await needs.terms.inForce(input.accountId, createdAt), needs);
  const price = priceOf(withinLimits(input.value, terms.limits), terms.feePlan);
  payableWithinLimits(price, terms.limits);
  const expiresInSeconds = expiresInWithin(input.expiresInSeconds ?? needs.expiresInSeconds);
  return { price, terms, createdAt, expiresInSeconds };
}

type Order = Omit<Input, 'expiresInSeconds'> &
  Quote & {
    readonly ids: ChargeIds;
    readonly request: RequestKey | null;
    /** An earlier attempt with these ids may have made the charge at the bank. */
    readonly isRetry: boolean;
  };

function openAndInsert(needs: Ports) {
  const { charges } = needs;
  return async (order: Order): Promise<CreateResult> => {
    const { accountId, externalId, description, ids, price } = order;
    const { terms, createdAt, metadata } = order;
    // The unique index decides in the end; this spares the bank a charge that nobody will see.
    const existing = await findOwnOrRefuse(needs, order);
    if (existing) return { charge: asCreated(existing), replayed: true };
    const counted = await limitOf(needs, order);
    const { emv, expiresAt } = await openAtBank(needs, order);
    const charge: Charge = {
      ...NOT_PAID,
      ...ids,
      ...price,
      accountId,
      externalId,
      description,
      metadata,
      feePlan: { ...versioned(terms.feePlan), termsVersion: terms.version },
      emv,
      createdAt,
      expiresAt: expiryOf(order, expiresAt),
    };
    const outcome = await charges.insert(charge, { ...order, counted });
    if (outcome === 'INSERTED') return { charge, replayed: false };
    if (outcome === 'LIMIT_REACHED' && counted) throw await reached(needs, counted);
    return takenInstead(needs, order);
  };
}

async function openAtBank({ bank }: Ports, order: Order) {
  const { ids, price, description, expiresInSeconds, isRetry } = order;
  const request = { txid: ids.txid, value: price.value, description, expiresInSeconds };
  const opened = await bank.open(request);
  if (opened) return opened;
  throw isRetry ? new OtherAmount() : bankUnavailable('BAD_UPSTREAM');
}

/** Another process took over our request in the meantime, or a charge took the external id. */
async function takenInstead(needs: Ports, order: Order): Promise<CreateResult> {
  const { id } = order.ids;
  if (await needs.charges.findById(id)) return replay(needs, id);
  await findOwnOrRefuse(needs, order);
  // That process began anew with other ids.
  if (order.request) throw stillRunning();
  throw new Error(
    `insert of charge ${id} was refused, but neither its id nor its externalId is taken`,
  );
}

/** The bank's expiry counts only where its charge may be older than ours: its clock may differ from ours. */
function expiryOf({ createdAt, expiresInSeconds, isRetry }: Order, atBank: Date): Date {
  const ours = new Date(createdAt.getTime() + expiresInSeconds * 1000);
  return isRetry && atBank < ours ? atBank : ours;
}

/** Checks the daily limit before the bank is asked; the insert checks it again and decides. */
async function limitOf(needs: Ports, order: Order): Promise<LimitUse | null> {
  const { accountId, terms, price, createdAt } = order;
  const what = {
    accountId,
    kind: 'deposit',
    cents: price.value,
    limit: terms.daily.deposit,
  } as const;
  const counted = countedFor(what, createdAt);
  if (counted && !isWithin(counted, await needs.madeOn(counted)))
    throw await reached(needs, counted);
  return counted;
}

async function reached({ madeOn }: Ports, counted: LimitUse): Promise<AppError> {
  return velocityReached(counted, await madeOn(counted));
}

/** Throws if another charge has the externalId; gives the charge if another process made it for this request. */
async function findOwnOrRefuse({ charges }: Ports, order: Order): Promise<Charge | null> {
  const { accountId, externalId, ids } = order;
  const taken = externalId ? await charges.findByExternalId(accountId, externalId) : null;
  if (!taken || taken.id === ids.id) return taken;
  throw new AppError('CONFLICT', `externalId is used by charge ${taken.paymentLinkId}`, {
    reason: 'external_id_conflict',
  });
}

async function replay({ charges }: Ports, chargeId: string): Promise<CreateResult> {
  const charge = await charges.findById(chargeId);
  if (!charge) throw new Error(`a request is done but its charge ${chargeId} does not exist`);
  return { charge: asCreated(charge), replayed: true };
}

const REFUSALS: readonly string[] = ['CONFLICT', 'OUT_OF_RANGE'];

/** A refusal frees the key; after any other failure the next attempt goes on with the same ids. */
async function giveUp(
  { requests }: Ports,
  reservation: Reservation,
  error: unknown,
): Promise<never> {
  const isRefusal = error instanceof AppError && REFUSALS.includes(error.code);
  await (isRefusal ? requests.forget(reservation) : requests.release(reservation)).catch(() => {});
  throw error;
}
