import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Destinations } from './destinations.ts';

/** How long each phase of connecting took; null: it was not completed. */
export type ConnectTimings = {
  readonly dnsMs: number | null;
  readonly tcpMs: number | null;
  readonly tlsMs: number | null;
};

/** The certificate is not valid for this host; its message can be shown to the endpoint's owner. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** The connection was not made in time; its message can be shown to the endpoint's owner. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

type Options = {
  readonly destinations: Destinations;
  readonly connectMaxMs: number;
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: string | undefined;
};

/** Only the first addresses of a host are attempted; if all fail, it counts as unreachable. */
const ADDRESSES_ATTEMPTED_MAX = 3;

/**
 * Resolves the host itself, checks every address and connects to one of those, so that the name
 * cannot resolve to another address between check and use. Uses no proxy.
 */
export function openConnector({ destinations, connectMaxMs, ca }: Options) {
  const made = new WeakMap<object, ConnectTimings>();

  async function open(options: buildConnector.Options): Promise<Socket> {
    const signal = AbortSignal.timeout(connectMaxMs);
    const phases = openPhases();
    try {
      const addresses = await phases.time('dnsMs', () =>
        destinations.addressesOf(options.hostname, portOf(options)),
      );
      const socket = await phases.time('tcpMs', () =>
        connectToOne(addresses, portOf(options), signal),
      );
      const ready =
        options.protocol === 'https:'
          ? await phases.time('tlsMs', () => secure(socket, options.hostname, ca, signal))
          : socket;
      made.set(ready, phases.timings());
      return ready;
    } catch (error) {
      const failure =
        error instanceof ConnectTimeout
          ? new ConnectTimeout(`no connection within ${connectMaxMs / 1_000} s`)
          : error;
      if (failure instanceof Error) made.set(failure, phases.timings());
      throw failure;
    }
  }

  return {
    connect: ((options, callback) => {
      open(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    }) satisfies buildConnector.connector,
    /** How long the connection took to make; null after the first call, when it is reused. */
    takeTimings(socket: object): ConnectTimings | null {
      const timings = made.get(socket) ?? null;
      made.delete(socket);
      return timings;
    },
    /** The phases that a failed connection completed. */
    timingsOf: (error: unknown): ConnectTimings | null =>
      error instanceof Error ? (made.get(error) ?? null) : null,
  };
}

function portOf({ port, protocol }: buildConnector.Options): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

async function connectToOne(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  let lastError: unknown;
  for (const host of addresses.slice(0, ADDRESSES_ATTEMPTED_MAX)) {
    try {
      const socket = connectTcp({ host, port, noDelay: true });
      return await ready(socket, socket, 'connect', signal);
    } catch (error) {
      lastError = error;
      if (signal.aborted) break;
    }
  }
  throw lastError;
}

async function secure(
  tcp: Socket,
  hostname: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = connectTls({
    socket: tcp,
    servername: isIP(hostname) === 0 ? hostname : '',
    host: hostname,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Checked below, before a byte is sent: Node's own error would not say when it expired.
    rejectUnauthorized: false,
    ...(ca === undefined ? {} : { ca }),
  });
  await ready(socket, tcp, 'secureConnect', signal);
  if (socket.authorized) return socket;
  const problem = certificateProblem(socket, hostname);
  socket.destroy();
  throw new Untrusted(problem);
}

/** Waits for a socket to become usable; one that does not is destroyed. */
function ready<S extends Socket>(
  socket: S,
  beneath: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      beneath.destroy();
      reject(error);
    };
    const late = () => fail(new ConnectTimeout('the connection took too long'));
    const closed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once('error', fail).once('close', closed);
    // Looking up the host may have taken all the time.
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    socket.once(event, () => {
      socket.off('error', fail).off('close', closed);
      signal.removeEventListener('abort', late);
      resolve(socket);
    });
  });
}

function openPhases() {
  const timings: { -readonly [P in keyof ConnectTimings]: number | null } = {
    dnsMs: null,
    tcpMs: null,
    tlsMs: null,
  };
  return {
    async time<T>(phase: keyof ConnectTimings, work: () => Promise<T>): Promise<T> {
      const begun = performance.now();
      const result = await work();
      timings[phase] = performance.now() - begun;
      return result;
    },
    timings: (): ConnectTimings => timings,
  };
}

const NAMES_SHOWN_MAX = 3;

/** Says in plain words why the certificate of a connection is not to be trusted. */
function certificateProblem(socket: TLSSocket, hostname: string): string {
  const code = String(socket.authorizationError ?? '');
  const certificate = socket.getPeerCertificate();
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `the certificate expired on ${dayOf(certificate.valid_to)}`;
    case 'CERT_NOT_YET_VALID':
      return `the certificate is not valid before ${dayOf(certificate.valid_from)}`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'the certificate is self-signed';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'the certificate has no trusted issuer; an intermediate certificate may be missing';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate is for ${namesIn(certificate.subjectaltname)}, not for ${hostname}`;
    default:
      return 'the certificate could not be trusted';
  }
}

/** `Nov 15 00:00:00 2026 GMT` becomes 2026-11-15. */
function dayOf(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? 'an unknown day' : at.toISOString().slice(0, 10);
}

function namesIn(subjectAltName: string | undefined): string {
  const names = (subjectAltName ?? '').match(/(?<=DNS:)[\w.*-]+/g) ?? [];
  return names.length === 0 ? 'no host name' : names.slice(0, NAMES_SHOWN_MAX).join(', ');
}
