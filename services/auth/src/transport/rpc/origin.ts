import ipaddr from 'ipaddr.js';
import type { Origin } from '../../domain/session.ts';

const USER_AGENT_LENGTH_MAX = 200;
const IP_LENGTH_MAX = 100;

type Told = { readonly ip: string; readonly userAgent: string } | null;

/** Only ever shown and counted by, so what makes no sense is left out, not refused. */
export function parseOrigin(told: Told): Origin {
  return { ip: parseIp(told?.ip ?? ''), userAgent: parseUserAgent(told?.userAgent ?? '') };
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
