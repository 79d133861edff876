import { type CreatedAccount, createAccount } from '@entrada/operator/create-account';
import { launcherLogin } from './launcher-login.ts';

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
