import { BlockList, isIP } from 'node:net';

/** Whether an address is in the given addresses and CIDR ranges; if none are given, all are. */
export function ipCheck(allowed: readonly string[]): (ip: () => string) => boolean {
  if (allowed.length === 0) return () => true;
  const list = new BlockList();
  for (const range of allowed) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    // Auth stores only valid ranges; a malformed one would match no address.
    if (!family) continue;
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => {
    const address = ip();
    const family = familyOf(address);
    return family !== null && list.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
}
