import { CommandError } from '@entrada/command-line/command-error';
import { AppError } from '@entrada/platform/errors/app-error';
import { connect } from './access/services.ts';
import type { Env } from './command.ts';

type Account = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly webhookUrl?: string | undefined;
};

export type CreatedAccount = {
  readonly accountId: string;
  readonly apiKey: string;
  /** Signs what the webhook endpoint receives. */
  readonly webhookSecret?: string;
};

/** A password is hashed slowly on purpose, and a machine may be busy. */
const CREATE_MAX_MS = 30_000;

/** An account with its first API key and, when a URL is given, a webhook endpoint. */
export async function createAccount(
  env: Env,
  { webhookUrl, ...account }: Account,
): Promise<CreatedAccount> {
  using auth = await connect({ env }, 'auth', CREATE_MAX_MS);
  // Opened first: without its address there would be an account without the endpoint.
  using webhooks = webhookUrl ? await connect({ env }, 'webhooks') : null;
  const created = await auth.createAccount(account);
  const accountId = created.account?.id ?? '';
  const firstKey = { accountId, name: 'First key' };
  const { key: apiKey } = await auth.createKey(firstKey).catch((error: Error) => {
    throw new CommandError(
      `Account ${accountId} is created, without a key: ${error.message} Its owner logs in and creates one.`,
      { cause: error },
    );
  });
  if (!webhooks || !webhookUrl) return { accountId, apiKey };
  const endpoint = { accountId, name: 'First endpoint', url: webhookUrl, skipTest: true };
  const { secret } = await webhooks.createEndpoint(endpoint).catch((error: Error) => {
    const [problem] = error.cause instanceof AppError ? error.cause.fields : [];
    const why = problem ? `--webhook-url ${problem.message}.` : error.message;
    throw new CommandError(
      `Account ${accountId} is created, API key: ${apiKey}, shown only now. It has no webhook endpoint: ${why} Its owner can add one.`,
      { cause: error },
    );
  });
  return { accountId, apiKey, webhookSecret: secret };
}
