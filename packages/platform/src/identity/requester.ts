import { isIP } from 'node:net';
import { isUuid } from '../text/uuid.ts';

/** Who made a request at the public door; what is not known is absent. */
export type Requester = {
  readonly keyId?: string;
  readonly sessionId?: string;
  readonly ip?: string;
  readonly requestId?: string;
};

type Message = Readonly<Record<'keyId' | 'sessionId' | 'ip' | 'requestId', string>>;

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** It is stored and shown, and decides nothing: what is malformed is left out, not refused. */
export function parseRequester(message: Message | null): Requester {
  if (!message) return {};
  const { keyId, sessionId, ip, requestId } = message;
  return {
    ...(isUuid(keyId) ? { keyId } : {}),
    ...(isUuid(sessionId) ? { sessionId } : {}),
    ...(isIP(ip) ? { ip } : {}),
    ...(REQUEST_ID.test(requestId) ? { requestId } : {}),
  };
}
