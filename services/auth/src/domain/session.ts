import { createHash } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';

/** Where a person's request came from. */
export type Origin = { readonly ip: string; readonly userAgent: string };

export type Session = {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly origin: Origin;
  /** When its owner last gave the password, and the code where two-factor is on. */
  readonly proofAt: Date;
};

/** A new session beyond this ends the oldest one. */
export const SESSIONS_MAX = 100;

/** A session ends this long after its last use, and at the latest after its maximal lifetime. */
export type SessionTimes = { readonly idleMaxMs: number; readonly lifetimeMaxMs: number };

/** A use extends the expiry at most this often, so that most requests write nothing. */
const SLIDE_EVERY_MS = 5 * 60_000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type Opening = { readonly id: string; readonly accountId: string; readonly origin: Origin };

export function openSession(
  { id, accountId, origin }: Opening,
  at: Date,
  lasts: SessionTimes,
): Session {
  const expiresAt = endOf(at, at, lasts);
  const times = { createdAt: at, lastSeenAt: at, proofAt: at, expiresAt };
  return { id, accountId, origin, ...times };
}

export function tokenFrom(random: Buffer): string {
  if (random.length !== TOKEN_BYTES) throw new RangeError('a token needs 32 random bytes');
  return random.toString('base64url');
}

export function sessionEnded(): AppError {
  return new AppError('UNAUTHENTICATED', 'Session has ended', { reason: 'session_required' });
}

/** Of a link in a mail: unknown, used and expired ones look the same. */
export function invalidToken(): AppError {
  const message = 'The link is invalid, was used before or has expired';
  return new AppError('INVALID_ARGUMENT', message, { reason: 'invalid_token' });
}

/** Null for a malformed token. A token is 256 random bits, so a hash without salt is enough. */
export function tokenDigest(token: string): Buffer | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** What a use changes; null when the last change is recent enough. */
export function slide(session: Session, at: Date, lasts: SessionTimes) {
  const seenBefore = new Date(at.getTime() - Math.min(SLIDE_EVERY_MS, lasts.idleMaxMs / 4));
  if (session.lastSeenAt > seenBefore) return null;
  return { lastSeenAt: at, expiresAt: endOf(session.createdAt, at, lasts), seenBefore };
}

function endOf(createdAt: Date, seenAt: Date, { idleMaxMs, lifetimeMaxMs }: SessionTimes): Date {
  return new Date(Math.min(seenAt.getTime() + idleMaxMs, createdAt.getTime() + lifetimeMaxMs));
}
