import type { Origin } from './session.ts';

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
