import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/** Throws if one is not in CIDR notation. */
export function parseNetworks(texts: readonly string[]): Network[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

/** Networks that the library counts as public although they are reserved or internal. */
const NEVER_PUBLIC = parseNetworks([
  '0.0.0.0/8',
  '192.88.99.0/24', // 6to4 relays
  '168.63.129.16/32', // the host of an Azure machine
  '2001::/23', // protocol assignments, Teredo among them
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);
/** The only part of IPv6 that is assigned for public use. */
const GLOBAL_UNICAST = parseNetworks(['2000::/3']);

/** Whether the address is on the public internet; anything unusual counts as not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address?.range() !== 'unicast' || isWithin(address, NEVER_PUBLIC)) return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST);
}

export function isInNetworks(text: string, networks: readonly Network[]): boolean {
  const address = parseAddress(text);
  return address !== null && isWithin(address, networks);
}

/** Only the plain spellings: the parser behind it would take octal and hexadecimal ones too. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
