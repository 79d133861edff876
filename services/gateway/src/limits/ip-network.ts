import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

/** An IPv6 client controls all 2^64 addresses of its /64 network, so they count as one. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${NETWORK_BITS}`).toString();
}

/** Whether an address is in the given addresses and CIDR ranges; if none are given, all are. */
export function ipCheck(allowed: readonly string[]): (ip: () => string) => boolean {
  if (allowed.length === 0) return () => true;
  // Auth stores only valid ranges; a malformed one matches no address.
  const ranges = allowed.flatMap((text) => {
    if (ipaddr.isValidCIDR(text)) return [ipaddr.parseCIDR(text)];
    return ipaddr.isValid(text) ? [ipaddr.parseCIDR(`${text}/${bitsOf(text)}`)] : [];
  });
  return (ip) => {
    const text = ip();
    // Stricter than ipaddr.js, which accepts octal and shortened IPv4 addresses.
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some(([network, bits]) => {
      return network.kind() === address.kind() && address.match(network, bits);
    });
  };
}

function bitsOf(address: string): number {
  return ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128;
}
