import { type ChannelOptions, experimental } from '@grpc/grpc-js';

const SCHEME = 'watched-dns';
const RESOLVE_EVERY_MS = 5_000;

/**
 * grpc-js resolves a name again only when a connection ends, so an added replica would get no calls until
 * then. Why connections have no maximum age instead: docs/decisions/0004-no-connection-age.md.
 */
class WatchedDns implements experimental.Resolver {
  readonly #dns: experimental.Resolver;
  #looking: NodeJS.Timeout | undefined;
  #known = '';

  constructor(
    target: experimental.GrpcUri,
    listener: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    const onResolved: experimental.ResolverListener = (endpoints, ...rest) => {
      const found = endpoints.ok ? endpoints.value.map(experimental.endpointToString).sort() : [];
      const isNews = !endpoints.ok || found.join() !== this.#known;
      this.#known = found.join();
      return isNews ? listener(endpoints, ...rest) : true;
    };
    this.#dns = experimental.createResolver({ ...target, scheme: 'dns' }, onResolved, options);
  }

  updateResolution(): void {
    this.#looking ??= setInterval(() => this.#dns.updateResolution(), RESOLVE_EVERY_MS).unref();
    this.#dns.updateResolution();
  }

  destroy(): void {
    clearInterval(this.#looking);
    this.#looking = undefined;
    this.#known = '';
    this.#dns.destroy();
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }
}

// Registered on import, before any address with this scheme can be used.
experimental.registerResolver(SCHEME, WatchedDns);

/** The same address, resolved again regularly while it is used. */
export function watchedAddress(address: string): string {
  if (/^(ipv4|ipv6|unix|unix-abstract):/.test(address)) return address;
  return address.startsWith('dns:')
    ? address.replace('dns:', `${SCHEME}:`)
    : `${SCHEME}:///${address}`;
}
