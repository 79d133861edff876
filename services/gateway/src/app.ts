import type { Ports } from './ports.ts';
import { audited } from './use-cases/audited.ts';
import {
  authenticate,
  authenticateSession,
  requireProof,
  requireTwoFactor,
} from './use-cases/authenticate.ts';
import { getOverview } from './use-cases/get-overview.ts';
import { payInSandbox } from './use-cases/pay-in-sandbox.ts';
import { readEvents } from './use-cases/read-events.ts';
import { getDeployment, getOwnTerms, getReceipt, getTimeline } from './use-cases/read-several.ts';

/** Everything this service can do. Calls to other services are passed through. */
export function buildApp(ports: Ports) {
  return {
    ...ports,
    audited: audited(ports),
    authenticate: authenticate(ports),
    authenticateSession: authenticateSession(ports),
    getDeployment: getDeployment(ports),
    getOverview: getOverview(ports),
    getOwnTerms: getOwnTerms(ports),
    getReceipt: getReceipt(ports),
    // A payer can pay while auth is unavailable: then the page names the receiver in the code.
    getShopName: (accountId: string) => ports.getShopName(accountId).catch(() => null),
    getTimeline: getTimeline(ports),
    payInSandbox: payInSandbox(ports),
    readEvents: readEvents(ports),
    requireProof: requireProof(ports),
    requireTwoFactor: requireTwoFactor(ports),
  };
}

export type App = ReturnType<typeof buildApp>;
