import 'reflect-metadata';
import { createPrivateKey, randomBytes } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { type Caller, uriOf } from './caller.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** For peers whose clock is behind. */
const BACKDATED_MS = 60_000;
const SERIAL_BYTES = 16;

export type Pem = { readonly certificate: string; readonly key: string };
type Validity = { readonly from: Date; readonly until: Date };

/** A certificate authority of our own, in PEM. */
export async function newAuthority(name: string, validity: Validity): Promise<Pem> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=${name}`,
    ...datesOf(validity),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      // Tells two authorities of one name apart while one replaces the other.
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

/** A certificate that names the caller, valid at both ends of a connection, and its key. */
export async function issueCertificate(
  authority: Pem,
  caller: Caller,
  validity: Validity,
): Promise<Pem> {
  const keys = await newKeys();
  const issuer = new X509Certificate(authority.certificate);
  const signing = signingKeyIn(authority.key);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: `CN=${caller.person ?? caller.service}`,
    issuer: issuer.subject,
    ...datesOf(validity),
    ...signing,
    publicKey: keys.publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new SubjectAlternativeNameExtension([{ type: 'url', value: uriOf(caller) }]),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) };
}

function newKeys() {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function datesOf({ from, until }: Validity) {
  return { notBefore: new Date(from.getTime() - BACKDATED_MS), notAfter: until };
}

/** Positive, as the standard demands. */
function newSerial(): string {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = (bytes.at(0) ?? 0) & 0x7f;
  return bytes.toString('hex');
}

async function pemOf(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** In any form that Node reads: authorities that others made are RSA, too, or not in PKCS #8. */
function signingKeyIn(pem: string) {
  const key = createPrivateKey(pem);
  const algorithm = key.asymmetricKeyType === 'rsa' ? RSA : ALGORITHM;
  return { signingAlgorithm: algorithm, signingKey: key.toCryptoKey(algorithm, false, ['sign']) };
}
