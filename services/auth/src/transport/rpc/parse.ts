import { fieldError } from '@entrada/platform/errors/app-error';
import { lookupId, timeField } from '@entrada/platform/grpc/fields';
import ipaddr from 'ipaddr.js';
import type { Origin } from '../../domain/session.ts';

const USER_AGENT_LENGTH_MAX = 200;
const IP_LENGTH_MAX = 100;
const USES_MAX = 1_000;

type KeyUseMessage = {
  readonly keyId: string;
  readonly lastUsedAt: string;
  readonly sentInQuery: boolean;
};

export function parseKeyUses(uses: readonly KeyUseMessage[]) {
  if (uses.length > USES_MAX) throw fieldError('uses', `must have at most ${USES_MAX} items`);
  return uses.map(({ keyId, lastUsedAt, sentInQuery }) => ({
    keyId: lookupId(keyId),
    usedAt: timeField('lastUsedAt', lastUsedAt),
    sentInQuery,
  }));
}

/** An origin is only displayed and counted, so what is malformed is left out, not refused. */
export function parseOrigin(origin: Origin | null): Origin {
  return { ip: parseIp(origin?.ip ?? ''), userAgent: parseUserAgent(origin?.userAgent ?? '') };
}

/** In full form, so that one address is one text. */
function parseIp(text: string): string {
  const [address = ''] = text.slice(0, IP_LENGTH_MAX).split('%');
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : '';
}

function parseUserAgent(text: string): string {
  return text
    .slice(0, USER_AGENT_LENGTH_MAX)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();
}
