import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import { API_VERSION } from './request-context.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];
/** Nothing is loaded from elsewhere, nothing frames us, and no address is passed on. */
const POLICY: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: NONE,
      baseUri: NONE,
      formAction: NONE,
      frameAncestors: NONE,
      connectSrc: SELF,
      imgSrc: SELF,
      scriptSrc: SELF,
      styleSrc: SELF,
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // For browsers that nobody uses any more; every reply would carry them.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xDnsPrefetchControl: false,
  originAgentCluster: false,
};

/** What every reply begins with. It is always the same: helmet is asked once. */
export function commonHeaders(): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Cache-Control', 'no-store'],
    ['API-Version', API_VERSION],
  ]);
  const setHeader = (name: string, value: string) => headers.set(name, value);
  const reply = { setHeader, removeHeader() {} } as unknown as ServerResponse;
  helmet(POLICY)({} as IncomingMessage, reply, () => {});
  return headers;
}
