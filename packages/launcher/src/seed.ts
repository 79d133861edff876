import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type CreatedAccount, createAccount } from '@entrada/operator/create-account';
import {
  certificateFile,
  identityEnv,
  issueToOperator,
  keyFile,
  operatorsAuthorityIn,
  writePem,
} from '@entrada/platform/identity/certificate-folder';

type Addresses = {
  readonly authAddress: string;
  readonly webhooksAddress: string;
  /** The folder with the authority of operators. */
  readonly certificates: string;
};

/** An account of the system at these addresses, as `operator account create` makes one. */
export async function seed(
  { authAddress, webhooksAddress, certificates }: Addresses,
  account: Parameters<typeof createAccount>[1],
): Promise<CreatedAccount> {
  await using login = await launcherLogin(certificates);
  return await createAccount(
    { ...login.env, AUTH_ADDRESS: authAddress, WEBHOOKS_ADDRESS: webhooksAddress },
    account,
  );
}

const LOGIN_MS = 600_000;

type Login = AsyncDisposable & { readonly env: Readonly<Record<string, string>> };

/** Settings with which scripts call the services as an operator: the owner of the folder is one. The log-in ends with its use. */
export async function launcherLogin(folder: string): Promise<Login> {
  const authority = await operatorsAuthorityIn(folder);
  if (!authority) throw new Error(`${folder} has no authority of operators`);
  const from = new Date();
  const until = new Date(from.getTime() + LOGIN_MS);
  // Several may be used at once.
  const name = `launcher-${randomUUID()}`;
  await writePem(
    folder,
    name,
    await issueToOperator(authority, { person: 'launcher', from, until }),
  );
  return {
    env: identityEnv(folder, name),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [certificateFile(folder, name), keyFile(folder, name)].map((file) => rm(file)),
      );
    },
  };
}
