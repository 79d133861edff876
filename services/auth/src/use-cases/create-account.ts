import { AppError } from '@entrada/platform/errors/app-error';
import {
  openAccount,
  parseEmail,
  parseLanguage,
  parseName,
  parsePassword,
} from '../domain/account.ts';
import type { Origin } from '../domain/session.ts';
import { signUpBucket } from '../domain/throttle.ts';
import type { Ports } from '../ports.ts';
import { mailLink } from './steps/mail-link.ts';
import { type StartedSession, startSession } from './steps/start-session.ts';
import { writeMail } from './steps/write-mail.ts';

type Needs = Pick<
  Ports,
  | 'transact'
  | 'throttle'
  | 'passwords'
  | 'vault'
  | 'mailIsOn'
  | 'sessionTimes'
  | 'publicBaseUrl'
  | 'now'
  | 'newId'
  | 'newSecretBytes'
>;
type Input = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly language: string;
  readonly origin: Origin;
};

/** Creates an account and its first session. */
export function createAccount(needs: Needs) {
  const { transact, throttle, passwords, now, newId } = needs;
  return async (input: Input): Promise<StartedSession> => {
    const account = openAccount({
      id: newId(),
      email: parseEmail(input.email),
      name: parseName(input.name, 'account'),
      language: parseLanguage(input.language),
      createdAt: now(),
    });
    const password = parsePassword(input.password);
    const bucket = signUpBucket(input.origin.ip);
    const taken = bucket && (await throttle.take(bucket, now()));
    if (taken && !taken.allowed) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many sign-ups from this IP address', {
        retryAfterMs: taken.resetsInMs,
      });
    }
    const passwordHash = await passwords.hash(password);
    return transact(account.id, async (stores) => {
      const isNew = await stores.accounts.insert({ ...account, passwordHash });
      if (!isNew) throw new AppError('CONFLICT', 'The e-mail address is already registered');
      const link = await mailLink(needs, stores, account, 'confirm_email');
      await writeMail(needs, stores, { account, notice: { kind: 'confirm_email', link } });
      return startSession(needs, stores, {
        account,
        origin: input.origin,
        action: 'account.created',
      });
    });
  };
}
