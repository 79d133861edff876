import { type ChannelOptions, experimental } from '@grpc/grpc-js';

const SCHEME = 'watched-dns';
const LOOK_EVERY_MS = 5_000;

/**
 * By itself a client asks DNS again only when a connection ends, so a replica that was added would wait for
 * work until then. Ending connections by age is no way out: the keep-alive of grpc-js takes one that is being
 * closed for dead, and breaks the calls that are still under way on it. (So it does, within seconds, with
 * those on a replica that has left DNS.)
 */
class WatchedDns implements experimental.Resolver {
  readonly #dns: experimental.Resolver;
  #looking: NodeJS.Timeout | undefined;
  #known = '';

  constructor(
    target: experimental.GrpcUri,
    tell: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    const tellNews: experimental.ResolverListener = (endpoints, ...rest) => {
      const found = endpoints.ok ? endpoints.value.map(experimental.endpointToString).sort() : [];
      const isNews = !endpoints.ok || found.join() !== this.#known;
      this.#known = found.join();
      return isNews ? tell(endpoints, ...rest) : true;
    };
    this.#dns = experimental.createResolver({ ...target, scheme: 'dns' }, tellNews, options);
  }

  updateResolution(): void {
    this.#looking ??= setInterval(() => this.#dns.updateResolution(), LOOK_EVERY_MS).unref();
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

// Here, so that nobody can have such an address before its scheme is known.
experimental.registerResolver(SCHEME, WatchedDns);

/** The same address, looked up for as long as it is used. */
export function watchedAddress(address: string): string {
  if (/^(ipv4|ipv6|unix|unix-abstract):/.test(address)) return address;
  return address.startsWith('dns:')
    ? address.replace('dns:', `${SCHEME}:`)
    : `${SCHEME}:///${address}`;
}
