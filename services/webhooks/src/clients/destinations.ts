import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type DestinationRules = {
  /** The operator's own hosts, allowed at any address. */
  readonly hosts: readonly string[];
  /** Private networks that endpoints may be in. */
  readonly networks: readonly Network[];
  readonly isHttpAllowed: boolean;
  /** Of the system itself, which no endpoint may use at the operator's own hosts. */
  readonly refusedPorts: ReadonlySet<number>;
};

/** We may not call the host; its message can be shown to the endpoint's owner. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
}

export type Destinations = ReturnType<typeof openDestinations>;

/** Names that lead into somebody's own network, or to no host at all. */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|default|svc|arpa|onion)$/;
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+$/;
const NAME_LENGTH_MAX = 253;
const OWN_MACHINE = 'localhost';

/** The one policy on where events may go: checked when an endpoint is created and at every connection. */
export function openDestinations(allowed: DestinationRules, resolve: Resolve) {
  const hosts = new Set(allowed.hosts.map((host) => host.toLowerCase()));
  const instead =
    allowed.isHttpAllowed && hosts.has(OWN_MACHINE)
      ? `; for a receiver on this machine use http://${OWN_MACHINE}`
      : '';

  function portProblem(port: number): string | null {
    return allowed.refusedPorts.has(port) ? `must not use port ${port}, which is our own` : null;
  }

  /** What is wrong with a host by its name and port alone; null: nothing. */
  function hostProblem(hostname: string, port: number): string | null {
    if (hosts.has(hostname)) return portProblem(port);
    const literal = literalOf(hostname);
    if (literal !== null) {
      if (isInNetworks(literal, allowed.networks)) return portProblem(port);
      return `must name a host, not an IP address${instead}`;
    }
    if (hostname.length > NAME_LENGTH_MAX || !NAME.test(hostname)) {
      return 'must name a host by its full domain name';
    }
    return PRIVATE_NAME.test(hostname) ? 'must name a host on the public internet' : null;
  }

  /** The addresses to connect to, every one of them checked. Throws Blocked or Unresolved. */
  async function addressesOf(hostname: string, port: number): Promise<readonly string[]> {
    const problem = hostProblem(hostname, port);
    if (problem !== null) throw new Blocked(`the URL ${problem}`);
    if (hosts.has(hostname)) return lookUp(hostname);
    const literal = literalOf(hostname);
    const addresses = literal === null ? await resolve(hostname) : [literal];
    // One forbidden address among good ones is an attack or a mistake: connect to none.
    const isFine = (address: string) =>
      isPublicAddress(address) ||
      (isInNetworks(address, allowed.networks) && portProblem(port) === null);
    if (!addresses.every(isFine)) {
      throw new Blocked('the host name resolves to an address that is not on the public internet');
    }
    return addresses;
  }

  return { hostProblem, addressesOf };
}

/** The IP address that the host of a parsed URL is; null: it is a name. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

/** Resolves a host as the operator's machine does, its hosts file included. */
async function lookUp(hostname: string): Promise<string[]> {
  const bare = literalOf(hostname) ?? hostname;
  try {
    const found = await lookup(bare, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch (cause) {
    throw new Unresolved('the host name does not resolve', { cause });
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

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

function isInNetworks(text: string, networks: readonly Network[]): boolean {
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

/** All addresses of a host name, at least one. Throws Unresolved. */
type Resolve = (hostname: string) => Promise<readonly string[]>;

export class Unresolved extends Error {
  override readonly name = 'Unresolved';
}

const ASK_MAX_MS = 2_000;
const ATTEMPTS = 2;
const ADDRESSES_MAX = 64;

type Options = {
  /** `address` or `address:port`; empty: those of the machine. */
  readonly servers: readonly string[];
};

/**
 * Asks DNS over the network, never the system's resolver: that one works on four threads for the
 * whole process, and a few names whose servers do not answer would hold up everybody's deliveries.
 */
export function openResolver({ servers }: Options): Resolve {
  const resolver = new Resolver({ timeout: ASK_MAX_MS, tries: ATTEMPTS });
  if (servers.length > 0) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = [v4, v6].flatMap((found) =>
      found.status === 'fulfilled' ? found.value : [],
    );
    if (addresses.length === 0 || addresses.length > ADDRESSES_MAX) {
      throw new Unresolved('the host name does not resolve');
    }
    return addresses;
  };
}
