import { isUnavailable } from '@entrada/platform/errors/unavailable';
import type { TermsInForce } from '../domain/account.ts';
import { EXPIRES_IN } from '../domain/charge.ts';
import { SANDBOX_SCENARIOS } from '../domain/sandbox.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'getTerms' | 'deployment' | 'sandbox'>;

/** What a client must know of this installation; with an account, that account's own terms. */
export function getDeployment({ getTerms, deployment, sandbox }: Needs) {
  return async (accountId: string | null) => {
    const terms = await getTerms(accountId).catch(nullWhenUnavailable);
    return {
      ...deployment,
      sandbox: sandbox !== null,
      sandboxScenarios: sandbox ? SANDBOX_SCENARIOS : [],
      fee: terms?.current.fee ?? null,
      limits: terms?.current.limits ?? null,
      expiresIn: { default: terms?.defaultExpiresIn ?? null, ...EXPIRES_IN },
    };
  };
}

/** Which mode this is can be said while charges is unavailable. */
function nullWhenUnavailable(error: unknown): TermsInForce | null {
  if (isUnavailable(error)) return null;
  throw error;
}
