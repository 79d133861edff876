import type { BooksPlace } from './audit-books.ts';

/** How far a job has come, as it is kept between rounds. */
export type Progress = Readonly<Record<string, unknown>>;

type KeptWalk = {
  readonly seq: number;
  readonly hash: string;
  readonly availableCents: number;
  readonly suspenseCents: number;
  /** Absent in what an earlier version kept. */
  readonly owedCents?: number;
};

export function progressOf(watermark: Date, { after, walked }: BooksPlace): Progress {
  const kept = walked && { ...walked, hash: walked.hash.toString('hex') };
  return { watermark: watermark.toISOString(), books: { after, walked: kept } };
}

/** Null where nothing is kept yet. */
export function timeIn(kept: unknown): Date | null {
  return typeof kept === 'string' ? new Date(kept) : null;
}

export function booksPlaceIn(kept: unknown): BooksPlace {
  const { after = null, walked = null } = (kept ?? {}) as {
    after?: string | null;
    walked?: KeptWalk | null;
  };
  if (!walked) return { after, walked };
  const { hash, owedCents = 0 } = walked;
  return { after, walked: { ...walked, owedCents, hash: Buffer.from(hash, 'hex') } };
}
