import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';
import ipaddr from 'ipaddr.js';

const { allowedIpsMax } = LIMITS.apiKey;
/** What comes before an IPv4 address that is written as IPv6. */
const MAPPED_BITS = 96;

/** IP addresses and CIDR ranges, each in canonical form. */
export function parseAllowedIps(texts: readonly string[]): string[] {
  if (texts.length > allowedIpsMax) {
    throw fieldError('allowedIps', `must have at most ${allowedIpsMax} items`, {
      problem: 'wrong_length',
    });
  }
  return [...new Set(texts.map(parseRange))];
}

function parseRange(text: string): string {
  const range = canonical(text.trim());
  if (range === null)
    throw fieldError('allowedIps', 'must be IP addresses or CIDR ranges', { problem: 'malformed' });
  return range;
}

function canonical(text: string): string | null {
  const [address = '', bits, ...rest] = text.split('/');
  const ip = parseIp(address);
  if (ip === null || rest.length > 0) return null;
  if (bits === undefined) return ip.toString();
  const isIPv4 = ip.kind() === 'ipv4';
  const length = lengthOf(bits, isIPv4 && address.includes(':') ? MAPPED_BITS : 0);
  if (length === null || length > (isIPv4 ? 32 : 128)) return null;
  const cidr = `${ip.toString()}/${length}`;
  const network = isIPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
    : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${length}`;
}

function lengthOf(bits: string, mappedBits: number): number | null {
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - mappedBits : -1;
  return length >= 0 ? length : null;
}

/** Strict: no zones, no octal or short forms of IPv4, no ports. IPv4 written as IPv6 is IPv4. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.includes(':')) {
    if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null;
    const v6 = ipaddr.IPv6.parse(text);
    return v6.isIPv4MappedAddress() ? v6.toIPv4Address() : v6;
  }
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null;
}
