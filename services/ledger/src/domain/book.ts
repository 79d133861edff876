import { digestOf, type Line, type LinkedMovement, linkHash } from './link.ts';
import {
  available,
  BALANCE_OF,
  type Balance,
  type HolderAccount,
  type IdOf,
  type Movement,
  MovementKind,
  moveBalance,
  owed,
  type Posting,
} from './posting.ts';

export type Account = Balance & {
  readonly holderId: string;
  /** Place and hash of the end of its chain, and the time of the last transaction that touched it. */
  readonly seq: number;
  readonly head: Buffer;
  readonly movedAt: Date;
};

export type Booking = LinkedMovement & { readonly hash: Buffer };

/** A movement that cannot be booked, by its index among those that `book` was given. */
export class Refused extends Error {
  readonly movementIndex: number;
  constructor(movementIndex: number, reason: string) {
    super(reason);
    this.movementIndex = movementIndex;
  }
}

/** No balance goes below zero: what would make it so is not booked. */
export class Uncovered extends Refused {
  override readonly name = 'Uncovered';
  constructor(movementIndex: number) {
    super(movementIndex, 'insufficient balance');
  }
}

/** A transaction with this id is on the books. */
export class BookedBefore extends Refused {
  override readonly name = 'BookedBefore';
  constructor(movementIndex: number) {
    super(movementIndex, 'a transaction with this id is already booked');
  }
}

/** The chain already has a transaction at this place: the stored account is out of date, and so may be its balance. */
export class ChainTaken extends Refused {
  override readonly name = 'ChainTaken';
  constructor(movementIndex: number) {
    super(movementIndex, 'the account is behind its own hash chain: run operator verify');
  }
}

/** As far as the batch has come: changed in place, because a hot account changes with every movement. */
type OpenAccount = { -readonly [Field in keyof Account]: Account[Field] };

type Batch = {
  readonly accounts: ReadonlyMap<string, OpenAccount>;
  readonly now: Date;
  readonly idOf: IdOf;
  readonly booked: Booking[];
  readonly movementIndexes: number[];
};

export type BookedBatch = {
  readonly booked: readonly Booking[];
  /** For each transaction in `booked`, the index of the movement that it belongs to. */
  readonly movementIndexes: readonly number[];
  readonly accounts: readonly Account[];
};

/**
 * Moves the accounts, one movement after the other, and links each movement to its holder's chain.
 * Every holder in a movement must be among the accounts. Advances and repayments of what a holder
 * owes are booked beside the movement that they belong to.
 */
export function book(
  accounts: readonly Account[],
  movements: readonly Movement[],
  { now, idOf }: { readonly now: Date; readonly idOf: IdOf },
): BookedBatch {
  const open = new Map(accounts.map((account) => [account.holderId, { ...account }]));
  const batch: Batch = { accounts: open, now, idOf, booked: [], movementIndexes: [] };
  movements.forEach((movement, movementIndex) => {
    if (movement.mayOwe) bookAdvances(batch, movement, movementIndex);
    bookOne(batch, movement, movementIndex);
    bookRepayments(batch, movement, movementIndex);
  });
  return {
    booked: batch.booked,
    movementIndexes: batch.movementIndexes,
    accounts: [...open.values()],
  };
}

/** Whose accounts a movement touches. */
export function holdersOf({ holderId, postings }: Movement): string[] {
  const holders = [holderId];
  for (const { holderId: other } of postings) {
    if (other !== null && other !== holderId) holders.push(other);
  }
  return holders;
}

function bookAdvances(batch: Batch, movement: Movement, movementIndex: number): void {
  for (const { account, holderId, amountCents } of movement.postings) {
    if (account !== 'available' || holderId === null) continue;
    const lackingCents = -amountCents - accountIn(batch, holderId).availableCents;
    if (lackingCents <= 0) continue;
    bookOne(batch, advanceBefore(movement, holderId, lackingCents, batch.idOf), movementIndex);
  }
}

function bookRepayments(batch: Batch, movement: Movement, movementIndex: number): void {
  for (const { account, holderId } of movement.postings) {
    if (account !== 'available' || holderId === null) continue;
    const { availableCents, owedCents } = accountIn(batch, holderId);
    const cents = Math.min(availableCents, owedCents);
    if (cents === 0) continue;
    bookOne(batch, repaymentAfter(movement, holderId, cents, batch.idOf), movementIndex);
  }
}

function bookOne(batch: Batch, movement: Movement, movementIndex: number): void {
  const { now } = batch;
  const { postings, mayOwe: _, ...names } = movement;
  const touched = holdersOf(movement).map((holderId) => accountIn(batch, holderId));
  const latest = Math.max(now.getTime(), ...touched.map(({ movedAt }) => movedAt.getTime()));
  const at = latest === now.getTime() ? now : new Date(latest);
  const lines = postings.map((posting) => move(batch, posting, movementIndex));
  for (const account of touched) account.movedAt = at;

  const chain = accountIn(batch, movement.holderId);
  const linked: LinkedMovement = { ...names, seq: chain.seq + 1, at, lines };
  const hash = linkHash(chain.head, digestOf(linked));
  chain.seq = linked.seq;
  chain.head = hash;
  batch.booked.push({ ...linked, hash });
  batch.movementIndexes.push(movementIndex);
}

function move(batch: Batch, posting: Posting, movementIndex: number): Line {
  const { account, holderId, amountCents } = posting;
  if (holderId === null) return { ...posting, balanceCents: null };
  const open = accountIn(batch, holderId);
  const own = account as HolderAccount;
  const balanceCents = moveBalance(open, own, amountCents);
  if (open[BALANCE_OF[own]] < 0) throw new Uncovered(movementIndex);
  return { ...posting, balanceCents };
}

function accountIn({ accounts }: Batch, holderId: string): OpenAccount {
  const account = accounts.get(holderId);
  if (!account) throw new Error(`account ${holderId} is not locked`);
  return account;
}

/**
 * What a holder owes is an account of its own. It grows by an advance right before money leaves that
 * the bank has taken and the holder does not have, and falls by a repayment right after anything made
 * money available to the holder. So a holder who owes has nothing available.
 */
function advanceBefore(movement: Movement, holderId: string, cents: number, idOf: IdOf) {
  const id = idOf('owed-advance', `${movement.id} ${holderId}`);
  const postings = [owed(holderId, -cents), available(holderId, cents)];
  return owedMovement(movement, holderId, { id, kind: MovementKind.OwedAdvance, postings });
}

function repaymentAfter(movement: Movement, holderId: string, cents: number, idOf: IdOf) {
  const id = idOf('owed-repayment', `${movement.id} ${holderId}`);
  const postings = [available(holderId, -cents), owed(holderId, cents)];
  return owedMovement(movement, holderId, { id, kind: MovementKind.OwedRepayment, postings });
}

type Own = Pick<Movement, 'id' | 'kind'> & { readonly postings: readonly Posting[] };

/** Only the holder whose movement it is sees what it was about. */
function owedMovement(movement: Movement, holderId: string, own: Own): Movement {
  const isOwn = movement.holderId === holderId;
  return {
    ...own,
    holderId,
    chargeId: isOwn ? movement.chargeId : null,
    paymentLinkId: isOwn ? movement.paymentLinkId : null,
    endToEndId: null,
    reference: isOwn ? movement.reference : null,
    traceId: movement.traceId,
  };
}
