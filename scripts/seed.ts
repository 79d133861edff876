import { type CreatedAccount, createAccount } from '@entrada/operator/create-account';

type Addresses = { readonly authAddress: string; readonly webhooksAddress: string };

/** An account of the system at these addresses, as `operator account create` makes one. */
export function seed(
  { authAddress, webhooksAddress }: Addresses,
  account: Parameters<typeof createAccount>[1],
): Promise<CreatedAccount> {
  return createAccount({ AUTH_ADDRESS: authAddress, WEBHOOKS_ADDRESS: webhooksAddress }, account);
}
