import type { BooksPlace } from './audit-books.ts';

/** The progress of a job, as stored between rounds. */
export type Progress = Readonly<Record<string, unknown>>;

type KeptWalk = {
  readonly seq: number;
  readonly hash: string;
  readonly availableCents: number;
  readonly suspenseCents: number;
  readonly owedCents: number;
  readonly heldCents: number;
};

export function progressOf(watermark: Date, { after, walked }: BooksPlace): Progress {
  const kept = walked && { ...walked, hash: walked.hash.toString('hex') };
  return { watermark: watermark.toISOString(), books: { after, walked: kept } };
}

/** Null where nothing is stored yet. */
export function timeIn(kept: unknown): Date | null {
  return typeof kept === 'string' ? new Date(kept) : null;
}

export function booksPlaceIn(kept: unknown): BooksPlace {
  const { after = null, walked = null } = (kept ?? {}) as {
    after?: string | null;
    walked?: KeptWalk | null;
  };
  if (!walked) return { after, walked };
  return { after, walked: { ...walked, hash: Buffer.from(walked.hash, 'hex') } };
}
