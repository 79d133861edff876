import { EXPIRES_IN } from '../domain/charge.ts';
import { SANDBOX_SCENARIOS } from '../domain/sandbox.ts';
import type { Ports } from '../ports.ts';
import { nullIfUnavailable } from './null-if-unavailable.ts';

/** The installation as clients see it; with an account, that account's own terms. Its mode is known without charges. */
export function getDeployment({ getTerms, deployment, sandbox }: Ports) {
  return async (accountId: string | null) => {
    const terms = await nullIfUnavailable(getTerms(accountId));
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

/** Null while charges is unavailable: an account is shown without its terms. */
export function getOwnTerms({ getTerms }: Ports) {
  return async (accountId: string) => {
    const terms = await nullIfUnavailable(getTerms(accountId));
    return terms && { ...terms.current, next: terms.next };
  };
}
