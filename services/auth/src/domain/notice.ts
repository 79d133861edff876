import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@entrada/platform/time/units';
import type { Language } from './account.ts';
import type { Origin } from './session.ts';

/** `address_claimed`: another account has the address, but has not confirmed it; `address_taken`: it has. */
export type SignUpMail = 'confirm_email' | 'address_claimed' | 'address_taken';

/** What a mail to an account is about. Values are shown in its body, never in its subject. */
export type Notice =
  | { readonly kind: SignUpMail; readonly link: string }
  | { readonly kind: 'reset_password'; readonly link: string; readonly ip: string }
  | { readonly kind: 'password_changed'; readonly ip: string }
  | { readonly kind: 'two_factor_enabled'; readonly ip: string }
  | { readonly kind: 'two_factor_disabled'; readonly ip: string }
  | { readonly kind: 'recovery_codes_replaced'; readonly ip: string }
  | { readonly kind: 'key_created'; readonly name: string; readonly prefix: string }
  | { readonly kind: 'endpoint_created'; readonly name: string; readonly url: string }
  | {
      readonly kind: 'endpoint_disabled';
      readonly name: string;
      readonly url: string;
      readonly cause: 'gone' | 'failing';
    }
  | { readonly kind: 'new_device'; readonly device: string; readonly ip: string };

export type NoticeKind = Notice['kind'];

const DEFAULT_LANGUAGE: Language = 'pt-BR';
/** How long a link in a mail is valid. */
export const RESET_VALID_MS = 30 * MINUTE_MS;
export const CONFIRM_VALID_MS = DAY_MS;
/** A mail that could not be sent for this long is given up. */
const NOTICE_SENT_WITHIN_MS = 2 * DAY_MS;

export function languageOf(language: Language | null): Language {
  return language ?? DEFAULT_LANGUAGE;
}

/** A link that has expired is of no use. */
export function sentWithinMs(kind: NoticeKind): number {
  if (kind === 'reset_password') return RESET_VALID_MS;
  const isConfirmation = kind === 'confirm_email' || kind === 'address_claimed';
  return isConfirmation ? CONFIRM_VALID_MS : NOTICE_SENT_WITHIN_MS;
}

const ATTEMPTS_MAX = 10;
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 6 * 60 * MINUTE_MS;

/** When a mail is tried again after its n-th attempt failed; null: it is given up. */
export function nextAttempt(attempts: number, giveUpAt: Date, now: Date): Date | null {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 4 ** (attempts - 1), PAUSE_MAX_MS);
  const at = new Date(now.getTime() + pauseMs);
  return attempts >= ATTEMPTS_MAX || at >= giveUpAt ? null : at;
}

/** In the order in which a browser of the first kind also names the later ones. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** The kind of browser and system, without versions: updates make no new device. */
export function deviceOf(userAgent: string): string {
  const nameIn = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const parts = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined);
  return parts.join(', ') || 'unknown';
}

/** A device is known by its kind and by the network it came from. */
export function deviceDigest({ ip, userAgent }: Origin): Buffer {
  const network = ip.includes(':') ? ip.split(':', 3).join(':') : ip.split('.', 3).join('.');
  return createHash('sha256')
    .update(`${deviceOf(userAgent)} ${network}`)
    .digest();
}

export type WaitingMail = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly sealed: Buffer;
  /** This one included. */
  readonly attempts: number;
  readonly giveUpAt: Date;
};

export const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'withheld'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

export type MailPurpose = 'reset_password' | 'confirm_email';
export type ResetRequest = Origin & { readonly email: string; readonly requestedAt: Date };
