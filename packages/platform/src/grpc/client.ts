import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import {
  type CallOptions,
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type ClientReadableStream,
  connectivityState,
  experimental,
  Metadata,
  type requestCallback,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { fromGrpcError } from '../errors/grpc-status.ts';
import { callerIn } from '../identity/caller.ts';
import type { Identity } from '../identity/identity.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { rpcClientMetrics, rpcStreamMetrics } from '../telemetry/metrics.ts';
import { REQUEST_ID_HEADER, requestIds } from '../telemetry/request-ids.ts';
import { isTraced, traceHeaders } from '../telemetry/spans.ts';
import { inClientSpan, requireIdentity, timeLeftMs } from './call-context.ts';
import { PING_OPTIONS, patchHttp2Connect } from './pings.ts';
import { isStream, methodName, type RpcClient, serviceOf, type WatchOptions } from './types.ts';
import { watch } from './watch.ts';

/**
 * A machine that is lost closes no connection: calls to it fail when a ping is not answered, after five seconds at most,
 * and later ones go to other replicas. So do calls to a peer that stalls as long.
 */
const PING_EVERY_MS = 2_000;

const OPTIONS = {
  // With the default back-off it once took 28 s to reconnect to a recovered peer.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  // Below a second even with the random fifth that is added.
  'grpc.max_reconnect_backoff_ms': 800,
  ...PING_OPTIONS,
  'grpc.keepalive_permit_without_calls': 1,
  // Otherwise channels share hanging connections (see watchConnecting).
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_retries': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // A replica that was replaced has a new address; by default DNS is asked twice a minute at most.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  // The service config is given above, so DNS is not asked for it.
  'grpc.service_config_disable_resolution': 1,
};

type Service<D> = {
  new (address: string, creds: ChannelCredentials, options: object): Client;
  service: D;
};
type Method = (
  request: unknown,
  metadata: Metadata,
  options: CallOptions,
  done: requestCallback<unknown>,
) => void;
type StreamMethod = (request: unknown, metadata: Metadata) => ClientReadableStream<unknown>;
type Options = {
  readonly address: string;
  readonly timeoutMs: number;
  readonly runtime: Runtime;
  /** Which service answers there, where the definition does not say it. */
  readonly server?: string;
  readonly pingEveryMs?: number;
};

/** A promise client. Every call ends by its own timeout or by the deadline of its caller. */
export function connectGrpc<D extends object>(
  service: Service<D>,
  { address, timeoutMs, runtime, pingEveryMs = PING_EVERY_MS, ...options }: Options,
): RpcClient<D> & Disposable {
  patchHttp2Connect();
  const identity = requireIdentity(runtime);
  const { provider } = identity;
  const server = options.server ?? serviceOf(service.service);
  const open = () => {
    const credentials = experimental.createCertificateProviderChannelCredentials(
      provider,
      provider,
      { checkServerIdentity: (_host, certificate) => wrongServer(certificate, server, identity) },
    );
    return new service(watchedAddress(address), withHandshakeTimeout(credentials), {
      ...OPTIONS,
      'grpc.keepalive_time_ms': pingEveryMs,
      // Otherwise the address, which TLS does not allow to be a number; nothing depends on it.
      'grpc.ssl_target_name_override': `${server}.entrada.internal`,
    });
  };
  let client = open();
  const watchdog = watchConnecting({
    isConnecting: () =>
      client.getChannel().getConnectivityState(false) === connectivityState.CONNECTING,
    replace() {
      runtime.log.warn({ address }, 'connecting timed out, opening a new channel');
      client.close();
      client = open();
    },
  });

  runtime.health.warm(address, () => connected(() => client));
  const observe = rpcClientMetrics(runtime.metrics, address);
  const streamEnded = rpcStreamMetrics(runtime.metrics, 'rpc_client_streams_ended_total');
  const call = (method: string, path: string, request: unknown) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const send = (client as unknown as Record<string, Method>)[method]?.bind(client);
      if (!send) throw new TypeError(`${path} is not a method of the service`);
      const deadline = Date.now() + timeLeftMs(timeoutMs);
      const done = (error: ServiceError | null, reply?: unknown) => {
        observe(path, error?.code ?? status.OK, performance.now() - started);
        if (error) reject(fromGrpcError(named(error, path)));
        else resolve(reply);
      };
      try {
        withoutStack(() => send(request, metadataNow(), { deadline }, done));
      } catch (cause) {
        reject(new Error(`${path} could not be called`, { cause }));
      }
    });

  const stream = (method: string, path: string, request: unknown, options: WatchOptions) => {
    const open = (client as unknown as Record<string, StreamMethod>)[method]?.bind(client);
    if (!open) throw new TypeError(`${path} is not a method of the service`);
    return watch(
      () => open(request, new Metadata({ waitForReady: true })),
      options,
      (code) => streamEnded(path, code),
    );
  };

  const methods = Object.entries(service.service).map(([rpc, definition]) => {
    const { path } = definition;
    const method = methodName(rpc);
    return isStream(rpc, definition)
      ? [method, (input: unknown, options: WatchOptions) => stream(method, path, input, options)]
      : [method, (input: unknown) => inClientSpan(path, () => call(method, path, input))];
  });
  return Object.assign(Object.fromEntries(methods), {
    [Symbol.dispose]() {
      watchdog[Symbol.dispose]();
      client.close();
    },
  });
}

/** The requests that a call is made for go with it, and its trace. */
function metadataNow(): Metadata {
  // A call made while a peer restarts waits for it, within its own deadline. The service config
  // has a field for this, which grpc-js reads and ignores.
  const metadata = new Metadata({ waitForReady: true });
  const ids = requestIds();
  if (ids.length > 0) metadata.set(REQUEST_ID_HEADER, ids.join());
  if (isTraced()) setAll(metadata, traceHeaders());
  return metadata;
}

function setAll(metadata: Metadata, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
}

/** A server is known by the name in its certificate, wherever it listens; an error says who it is instead. */
function wrongServer(
  { raw, subjectaltname }: PeerCertificate,
  expected: string,
  { isOperators }: Identity,
): Error | undefined {
  if (isOperators(new X509Certificate(raw))) {
    return new Error('the authority of operators may not name a server');
  }
  const found = callerIn(subjectaltname)?.service;
  return found === expected
    ? undefined
    : new Error(`the certificate names ${found ?? 'nobody of ours'}, not ${expected}`);
}

/** grpc-js captures a stack trace for every call, which takes a tenth of the call's time. */
function withoutStack(call: () => void): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Names the call in the error, in place of that stack trace. */
function named(error: ServiceError, path: string): ServiceError {
  const { message, stack } = error;
  error.message = `${path}: ${message}`;
  error.stack = stack?.replace(message, () => error.message) ?? error.message;
  return error;
}

const CONNECTING_MAX_MS = 5_000;
const CHECK_EVERY_MS = 1_000;

type ConnectingChannel = { isConnecting(): boolean; replace(): void };

/**
 * When packets to a peer are lost, the kernel retries the connection with pauses that double up to a
 * minute. Only a new channel retries sooner. A peer that accepts and sends nothing is detected
 * earlier, by withHandshakeTimeout.
 */
function watchConnecting({ isConnecting, replace }: ConnectingChannel): Disposable {
  let connectingSince: number | null = null;
  const timer = setInterval(() => {
    if (!isConnecting()) {
      connectingSince = null;
      return;
    }
    connectingSince ??= Date.now();
    if (Date.now() - connectingSince < CONNECTING_MAX_MS) return;
    connectingSince = null;
    replace();
  }, CHECK_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

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
function watchedAddress(address: string): string {
  if (/^(ipv4|ipv6|unix|unix-abstract):/.test(address)) return address;
  return address.startsWith('dns:')
    ? address.replace('dns:', `${SCHEME}:`)
    : `${SCHEME}:///${address}`;
}

/** A healthy peer sends its first bytes as soon as it has accepted a connection. */
const FIRST_BYTE_WAIT_MAX_MS = 3_000;

/**
 * A peer that accepts TCP and sends nothing leaves grpc-js connecting without end, even after it has
 * recovered, and closing the channel leaves the connection open. Credentials are where grpc-js exposes
 * a connection before it is used: a silent one is dropped, and grpc-js reconnects as usual.
 */
function withHandshakeTimeout(credentials: ChannelCredentials): ChannelCredentials {
  const create = credentials._createSecureConnector.bind(credentials);
  credentials._createSecureConnector = (...target) => {
    const connector = create(...target);
    const connect = connector.connect.bind(connector);
    connector.connect = (socket) => {
      dropIfSilent(socket);
      return connect(socket);
    };
    return connector;
  };
  return credentials;
}

function dropIfSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0)
      socket.destroy(new Error('peer accepted the connection but sent nothing'));
  }, FIRST_BYTE_WAIT_MAX_MS);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

const CONNECT_WAIT_MAX_MS = 5_000;

/** Until the channel has a connection, or has tried in vain: services start in any order and call each other. */
function connected(client: () => Client): Promise<void> {
  const giveUpAt = Date.now() + CONNECT_WAIT_MAX_MS;
  return new Promise((resolve) => {
    const look = () => {
      const state = client().getChannel().getConnectivityState(true);
      const isTrying = [connectivityState.IDLE, connectivityState.CONNECTING].includes(state);
      if (!isTrying) return resolve();
      client()
        .getChannel()
        .watchConnectivityState(state, giveUpAt, (error) => (error ? resolve() : look()));
    };
    look();
  });
}
