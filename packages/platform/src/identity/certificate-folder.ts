import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../time/units.ts';
import { issueCertificate, newAuthority, type Pem } from './authority.ts';
import { operatorCaller, serviceCaller } from './caller.ts';

const AUTHORITY_DAYS = 3_650;
const CERTIFICATE_DAYS = 90;
const RENEWED_BEFORE_MS = 30 * DAY_MS;
const OWNER_ONLY = 0o600;
const SERVICES_CA = 'services-ca';
const OPERATORS_CA = 'operators-ca';

/** Makes the certificates of an installation on this machine in a folder; those that are still good stay. */
export async function fillCertificateFolder(
  folder: string,
  { services, now }: { readonly services: readonly string[]; readonly now: Date },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = await authorityIn(folder, SERVICES_CA, now);
  await authorityIn(folder, OPERATORS_CA, now);
  await Promise.all(
    services.map(async (service) => {
      const known = await readPem(folder, service);
      if (known && isGood(known, authority, now)) return;
      const validity = { from: now, until: daysAfter(now, CERTIFICATE_DAYS) };
      await writePem(
        folder,
        service,
        await issueCertificate(authority, serviceCaller(service), validity),
      );
    }),
  );
}

/** The settings of a service whose certificate is in the folder. */
export function identityEnv(folder: string, service: string): Record<string, string> {
  return {
    TLS_CERT_FILE: certificateFile(folder, service),
    TLS_KEY_FILE: keyFile(folder, service),
    TLS_CA_FILE: certificateFile(folder, SERVICES_CA),
    TLS_OPERATOR_CA_FILE: certificateFile(folder, OPERATORS_CA),
  };
}

/** The authority that issues certificates of operators; null if it is not in the folder. */
export function operatorsAuthorityIn(folder: string): Promise<Pem | null> {
  return readPem(folder, OPERATORS_CA);
}

/** A certificate that names a person, for some hours. */
export function issueToOperator(
  authority: Pem,
  { person, from, until }: { readonly person: string; readonly from: Date; readonly until: Date },
): Promise<Pem> {
  return issueCertificate(authority, operatorCaller(person), { from, until });
}

export function writePem(folder: string, name: string, pem: Pem): Promise<void> {
  return writeCertificate(
    { certificate: certificateFile(folder, name), key: keyFile(folder, name) },
    pem,
  );
}

/** Each file whole or not at all. Where both are one file, it has the pair of one writer, also when several write at once. */
export async function writeCertificate(
  files: { readonly certificate: string; readonly key: string },
  { certificate, key }: Pem,
): Promise<void> {
  if (files.key === files.certificate) {
    return writeWhole(files.certificate, `${certificate.trimEnd()}\n${key}`);
  }
  // The key first: a service that meets the pair in between refuses it and reads it again.
  await writeWhole(files.key, key);
  await writeWhole(files.certificate, certificate);
}

/** For its owner only; also in place of a file that nobody may write. */
export async function writeWhole(file: string, text: string): Promise<void> {
  // Others may write the same file at the same time.
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(draft, `${text.trimEnd()}\n`, { mode: OWNER_ONLY });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export async function readPem(folder: string, name: string): Promise<Pem | null> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(certificateFile(folder, name), 'utf8'),
      readFile(keyFile(folder, name), 'utf8'),
    ]);
    return { certificate, key };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function certificateFile(folder: string, name: string): string {
  return join(folder, `${name}.pem`);
}

export function keyFile(folder: string, name: string): string {
  return join(folder, `${name}.key`);
}

async function authorityIn(folder: string, name: string, now: Date): Promise<Pem> {
  const known = await readPem(folder, name);
  if (known && endOf(known).getTime() > now.getTime() + RENEWED_BEFORE_MS) return known;
  const made = await newAuthority(`entrada ${name}`, {
    from: now,
    until: daysAfter(now, AUTHORITY_DAYS),
  });
  await writePem(folder, name, made);
  return made;
}

function isGood(pem: Pem, authority: Pem, now: Date): boolean {
  const certificate = new X509Certificate(pem.certificate);
  return (
    certificate.verify(new X509Certificate(authority.certificate).publicKey) &&
    endOf(pem).getTime() > now.getTime() + RENEWED_BEFORE_MS
  );
}

function endOf({ certificate }: Pem): Date {
  return new Date(new X509Certificate(certificate).validTo);
}

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}
