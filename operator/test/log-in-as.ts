import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFolder } from '@entrada/platform/testing/identity';
import { runCommand } from './run-operator.ts';

/** Settings of a person who has logged in with a certificate of their own. */
export async function logInAs(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-person-'));
  const env = {
    TLS_CERT_FILE: join(folder, 'operator.pem'),
    TLS_KEY_FILE: join(folder, 'operator.key'),
    TLS_CA_FILE: join(folder, 'services-ca.pem'),
  };
  const { stderr } = await runCommand(env, 'login', name, '--authority', certificateFolder());
  if (stderr !== '') throw new Error(stderr);
  return { env, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
