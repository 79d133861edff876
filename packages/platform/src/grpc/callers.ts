import { AsyncLocalStorage } from 'node:async_hooks';
import type { X509Certificate } from 'node:crypto';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { MethodDefinition, Server } from '@grpc/grpc-js';
import { AppError } from '../errors/app-error.ts';
import { type Caller, callerIn } from '../identity/caller.ts';
import type { Identity } from '../identity/identity.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { refusalMetrics } from '../telemetry/metrics.ts';
import { CLIENT_ANSWER_MAX_MS, watchPings } from './pings.ts';

const current = new AsyncLocalStorage<Caller>();

/** Who made the call that is being handled. */
export function callerNow(): Caller {
  const caller = current.getStore();
  if (!caller) throw new TypeError('no call is being handled');
  return caller;
}

/** The person who made the call that is being handled; a service cannot decide in a person's place. */
export function operatorNow(): string {
  const { person } = callerNow();
  if (person === null) throw new AppError('PERMISSION_DENIED', 'Not permitted for this caller.');
  return person;
}

export function asCaller<T>(caller: Caller, work: () => T): T {
  return current.run(caller, work);
}

/** Once it is closed it no longer knows its peer; the connection below does, if it was asked before. */
type Handshaking = TLSSocket & { readonly _parent?: Socket };

type Callers = {
  /** Who is at this end of a connection, as grpc-js writes its address; null once it is closed. */
  at(peer: string): Caller | null;
};

/**
 * Notes who is at the other end of each connection. grpc-js would parse the certificate for every call,
 * which takes longer than most calls; and it hides the servers whose handshakes fail.
 */
export function watchCallers(
  server: Server,
  identity: Identity,
  { log, metrics }: Runtime,
): Callers {
  const { http2Servers } = server as unknown as { http2Servers?: Map<Http2SecureServer, unknown> };
  if (!http2Servers?.size) throw new TypeError('grpc-js keeps its servers elsewhere');
  const callers = new Map<string, { caller: Caller; serial: string }>();
  const refuse = refusalMetrics(metrics);

  function refused(socket: TLSSocket, reason: string): void {
    refuse();
    log.warn({ peer: socket.remoteAddress, reason }, 'connection refused');
    socket.destroy();
  }

  function problemOf(certificate: X509Certificate | undefined, caller: Caller | null): string {
    if (!certificate || !caller) return 'the certificate names nobody of ours';
    if (identity.current().revoked.has(certificate.serialNumber)) return 'certificate revoked';
    const isForeign = identity.isOperators(certificate) !== (caller.person !== null);
    return isForeign ? 'the authority may not issue this name' : '';
  }

  function admit(socket: TLSSocket): void {
    const certificate = socket.getPeerX509Certificate();
    const caller = callerIn(certificate?.subjectAltName);
    const problem = problemOf(certificate, caller);
    if (!certificate || !caller || problem) {
      refused(socket, problem);
      return;
    }
    const { serialNumber: serial } = certificate;
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    const entry = { caller, serial };
    callers.set(peer, entry);
    socket.once('close', () => {
      if (callers.get(peer) === entry) callers.delete(peer);
    });
  }

  for (const each of http2Servers.keys()) {
    each.prependListener('secureConnection', admit);
    each.prependListener('session', (session) => watchPings(session, CLIENT_ANSWER_MAX_MS));
    each.prependListener('connection', ({ remoteAddress }: Socket) => void remoteAddress);
    each.on('tlsClientError', (error: NodeJS.ErrnoException, socket: Handshaking) => {
      // A refused certificate is reported as a reset, too.
      const refusal: unknown = socket.authorizationError;
      // A connection that ends before its handshake, such as a port check, proves nothing.
      if (!refusal && error.code === 'ECONNRESET') return;
      refuse();
      const { remoteAddress: peer } = socket._parent ?? socket;
      log.warn({ peer, reason: refusal ?? error.code ?? error.message }, 'connection refused');
    });
  }
  return {
    at(peer) {
      const entry = callers.get(peer);
      return entry && !identity.current().revoked.has(entry.serial) ? entry.caller : null;
    },
  };
}

/** As proto-loader writes the option of proto/access/v1/access.proto. */
const OPTION = '(access.v1.callers)';

type Method = Pick<MethodDefinition<unknown, unknown>, 'path'> & {
  readonly options?: unknown;
};

/** The services that the method's definition admits. A method that lists none is refused at start. */
export function callersOf({ path, options }: Method): ReadonlySet<string> {
  const listed = (options as Readonly<Record<string, unknown>> | undefined)?.[OPTION];
  if (typeof listed !== 'string') throw new TypeError(`${path} does not list its callers`);
  return new Set(listed.split(' '));
}
