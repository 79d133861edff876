import { digestOf, type Line, type Linked, linkHash } from './link.ts';
import type { HolderAccount, Movement, Posting } from './posting.ts';

export type Account = {
  readonly holderId: string;
  readonly availableCents: number;
  readonly suspenseCents: number;
  /** Place, hash and time of the last transaction of this holder's chain. */
  readonly seq: number;
  readonly head: Buffer;
  readonly movedAt: Date;
};

export type Booked = Linked & { readonly hash: Buffer };

/** Movements are refused by their position among those given. */
export class Refused extends Error {
  readonly position: number;
  constructor(position: number, reason: string) {
    super(reason);
    this.position = position;
  }
}

/** A holder never owes: what would leave less than nothing is not posted. */
export class Uncovered extends Refused {
  override readonly name = 'Uncovered';
  constructor(position: number) {
    super(position, 'the balance does not cover it');
  }
}

/** This fact was posted before, under this id or another. */
export class PostedBefore extends Refused {
  override readonly name = 'PostedBefore';
  constructor(position: number) {
    super(position, 'it is posted already');
  }
}

/** The account does not know its own chain's end, so its balance cannot be believed either. */
export class ChainTaken extends Refused {
  override readonly name = 'ChainTaken';
  constructor(position: number) {
    super(position, 'its place on the chain of the account is taken, see operator verify');
  }
}

/** As far as the batch has come: changed in place, because a hot account changes with every movement. */
type Standing = { -readonly [Field in keyof Account]: Account[Field] };
type Books = ReadonlyMap<string, Standing>;

const FIELD = { available: 'availableCents', suspense: 'suspenseCents' } as const;

/**
 * Moves the accounts, one movement after the other, and links each movement to its holder's chain.
 * Every holder in a movement must be among the accounts.
 */
export function book(
  accounts: readonly Account[],
  movements: readonly Movement[],
  now: Date,
): { readonly booked: readonly Booked[]; readonly accounts: readonly Account[] } {
  const books: Books = new Map(accounts.map((account) => [account.holderId, { ...account }]));
  const booked = movements.map((movement, position) => bookOne(books, movement, { now, position }));
  return { booked, accounts: [...books.values()] };
}

/** Whose accounts a movement touches. */
export function holdersOf({ holderId, postings }: Movement): string[] {
  const holders = [holderId];
  for (const { holderId: other } of postings) {
    if (other !== null && other !== holderId) holders.push(other);
  }
  return holders;
}

type Turn = { readonly now: Date; readonly position: number };

function bookOne(books: Books, movement: Movement, { now, position }: Turn): Booked {
  const { postings, ...facts } = movement;
  const touched = holdersOf(movement).map((holderId) => accountIn(books, holderId));
  const latest = Math.max(now.getTime(), ...touched.map(({ movedAt }) => movedAt.getTime()));
  const at = latest === now.getTime() ? now : new Date(latest);
  const lines = postings.map((posting) => move(books, posting, position));
  for (const account of touched) account.movedAt = at;

  const chain = accountIn(books, movement.holderId);
  const linked: Linked = { ...facts, seq: chain.seq + 1, at, lines };
  const hash = linkHash(chain.head, digestOf(linked));
  chain.seq = linked.seq;
  chain.head = hash;
  return { ...linked, hash };
}

function move(books: Books, posting: Posting, position: number): Line {
  const { account, holderId, amountCents } = posting;
  if (holderId === null) return { ...posting, balanceCents: null };
  const field = FIELD[account as HolderAccount];
  const standing = accountIn(books, holderId);
  const balanceCents = standing[field] + amountCents;
  if (balanceCents < 0) throw new Uncovered(position);
  standing[field] = balanceCents;
  return { ...posting, balanceCents };
}

function accountIn(books: Books, holderId: string): Standing {
  const account = books.get(holderId);
  if (!account) throw new Error(`account ${holderId} is not locked`);
  return account;
}
