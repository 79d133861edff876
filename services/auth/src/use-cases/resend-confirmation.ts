import { AppError } from '@entrada/platform/errors/app-error';
import { accountNotFound } from '../domain/account.ts';
import { confirmationBucket } from '../domain/throttle.ts';
import type { Ports } from '../ports.ts';
import { mailConfirmation } from './steps/mail-confirmation.ts';

type Needs = Pick<
  Ports,
  | 'transactForAll'
  | 'throttle'
  | 'vault'
  | 'mailIsOn'
  | 'now'
  | 'newId'
  | 'newSecretBytes'
  | 'publicBaseUrl'
>;

/** Sends a new link; earlier ones are no longer valid. A confirmed address gets none. */
export function resendConfirmation(needs: Needs) {
  const { transactForAll, throttle, now } = needs;
  return async (accountId: string): Promise<void> => {
    const { allowed, resetsInMs } = await throttle.take(confirmationBucket(accountId), now());
    if (!allowed) {
      const message = 'Too many confirmation mails';
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterMs: resetsInMs });
    }
    await transactForAll(async (stores) => {
      const account = await stores.accounts.find(accountId);
      if (!account) throw accountNotFound();
      if (account.emailConfirmedAt) return;
      const [first] = await stores.accounts.claimants(account.email);
      await mailConfirmation(needs, stores, account, first?.account);
    });
  };
}
