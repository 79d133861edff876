import { existsSync, readFileSync } from 'node:fs';
import { certificateFile, identityEnv, keyFile } from '../identity/certificate-folder.ts';
import { openIdentity } from '../identity/identity.ts';
import { requiredAddress } from './environment.ts';

/** The name of the operator in tests. */
export const TEST_OPERATOR = 'ana';

type TestIdentity = ReturnType<typeof openIdentity>;

const known = new Map<string, TestIdentity>();

/** Where `npm test` puts the certificates of this run. */
export function certificateFolder(): string {
  return requiredAddress('TEST_CERTIFICATES');
}

/** Settings of a service that a test starts. */
export function testIdentityEnv(service: string): Record<string, string> {
  return identityEnv(certificateFolder(), service);
}

/** The identity of a service, or of the operator, in this test run. */
export function testIdentity(name: string): TestIdentity {
  const identity = known.get(name) ?? openIdentity(credentialsOf(name));
  known.set(name, identity);
  return identity;
}

/** Whether there is a certificate for the name. */
export function hasTestIdentity(name: string): boolean {
  return existsSync(certificateFile(certificateFolder(), name));
}

function credentialsOf(name: string) {
  const folder = certificateFolder();
  const env = identityEnv(folder, name);
  return {
    certificate: readFileSync(certificateFile(folder, name)),
    key: readFileSync(keyFile(folder, name)),
    authority: readFileSync(env.TLS_CA_FILE ?? ''),
    operatorAuthority: readFileSync(env.TLS_OPERATOR_CA_FILE ?? ''),
    revoked: new Set<string>(),
  };
}
