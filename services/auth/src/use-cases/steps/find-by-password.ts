import { isPassword } from '../../domain/account.ts';
import type { Credentials, Ports } from '../../ports.ts';

type Needs = Pick<Ports, 'accounts' | 'passwords'>;
type Found = {
  /** Whose password it is. */
  readonly known?: Credentials | undefined;
  /** The first claimant of the address. */
  readonly first?: Credentials | undefined;
};

/** The account of an address that a password opens; takes equally long for every address. */
export async function findByPassword(
  { accounts, passwords }: Needs,
  email: string,
  password: string,
): Promise<Found> {
  const claimants = await accounts.claimants(email);
  const hashes = claimants.map(({ passwordHash }) => passwordHash);
  const right = await passwords.firstMatch(isPassword(password) ? password : '', hashes);
  const known = claimants.find(({ passwordHash }) => passwordHash === right);
  return { known, first: claimants[0] };
}
