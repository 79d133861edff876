import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import { API_VERSION } from './request-context.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];
/** Nothing is loaded from other origins, no page frames ours, and no referrer is sent. */
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
  // Only for obsolete browsers; every reply would carry them.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  xDnsPrefetchControl: false,
  originAgentCluster: false,
};

/** The headers of every reply. They never change, so helmet runs once. */
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
