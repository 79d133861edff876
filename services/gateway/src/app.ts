import type { Ports } from './ports.ts';
import { audited } from './use-cases/audited.ts';
import { authenticate } from './use-cases/authenticate.ts';
import { authenticateSession } from './use-cases/authenticate-session.ts';
import { getDeployment } from './use-cases/get-deployment.ts';
import { getOverview } from './use-cases/get-overview.ts';
import { getOwnTerms } from './use-cases/get-own-terms.ts';
import { getQrImage } from './use-cases/get-qr-image.ts';
import { getReceipt } from './use-cases/get-receipt.ts';
import { getTimeline } from './use-cases/get-timeline.ts';
import { payInSandbox } from './use-cases/pay-in-sandbox.ts';
import { readEvents } from './use-cases/read-events.ts';
import { requireProof } from './use-cases/require-proof.ts';
import { requireTwoFactor } from './use-cases/require-two-factor.ts';

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
    getQrImage: getQrImage(ports),
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
