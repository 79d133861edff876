import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fillCertificateFolder,
  issueToOperator,
  operatorsAuthorityIn,
  writePem,
} from '@entrada/platform/identity/certificate-folder';
import { TEST_OPERATOR } from '@entrada/platform/testing/identity';
import { HOUR_MS } from '@entrada/platform/time/units';
import { GRPC_SERVICES } from '../programs.ts';

const OPERATOR_HOURS = 24;

export type Certificates = Disposable & {
  readonly folder: string;
  readonly env: Record<string, string>;
};

/** Certificates for one run of tests or of the bench, in a folder that is removed at its end. */
export async function provideCertificates(): Promise<Certificates> {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-certificates-'));
  const now = new Date();
  await fillCertificateFolder(folder, { services: GRPC_SERVICES, now });
  const authority = await operatorsAuthorityIn(folder);
  if (!authority) throw new Error(`${folder} has no authority of operators`);
  const until = new Date(now.getTime() + OPERATOR_HOURS * HOUR_MS);
  const pem = await issueToOperator(authority, { person: TEST_OPERATOR, from: now, until });
  await writePem(folder, 'operator', pem);
  return {
    folder,
    env: { TEST_CERTIFICATES: folder },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
