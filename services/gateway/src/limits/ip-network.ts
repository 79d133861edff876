import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

/** An IPv6 client controls all 2^64 addresses of its /64 network, so they count as one. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip;
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${NETWORK_BITS}`).toString();
}
