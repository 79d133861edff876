import { DAY_MS } from '../../src/time/units.ts';
import 'reflect-metadata';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Postgres answers it with one letter before the handshake. */
const SSL_REQUEST_BYTES = 8;

export type Certificate = { readonly cert: string; readonly key: string };

/** A certificate for 127.0.0.1 that is its own authority. */
export async function selfSigned(name = 'store'): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    signingAlgorithm: KEYS,
    keys,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}

type Front = AsyncDisposable & {
  readonly port: number;
  /** How many connections finished the handshake. */
  encrypted(): number;
};

/** Terminates TLS in front of a server, as Postgres does it (asked first) or at once; no other connection passes. */
export async function startTlsFront(
  target: URL,
  { cert, key }: Certificate,
  kind: 'postgres' | 'redis',
): Promise<Front> {
  let encrypted = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket)));
  };
  const secureContext = createSecureContext({ cert, key });
  function terminate(raw: Socket): void {
    const inside = new TLSSocket(raw, { isServer: true, secureContext });
    keep(inside);
    inside.on('secure', () => {
      encrypted += 1;
      const there = connect(Number(target.port), target.hostname);
      keep(there);
      inside.pipe(there).pipe(inside);
    });
  }
  const server = createServer((raw) => {
    keep(raw);
    if (kind === 'redis') return terminate(raw);
    raw.once('data', (asked) => {
      if (asked.length !== SSL_REQUEST_BYTES) return raw.destroy();
      raw.pause();
      raw.write('S');
      terminate(raw);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    encrypted: () => encrypted,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
