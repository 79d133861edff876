import { randomUUID } from 'node:crypto';
import { AuthService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/auth/src/config.ts';
import { start } from '../../services/auth/src/service.ts';
import { runGrpcService } from './run-grpc-service.ts';

const SECRET_KEY = Buffer.alloc(32, 'sealed').toString('base64');
export const AUDIT_KEY = Buffer.alloc(32, 'audit').toString('base64');
const PEPPER = Buffer.alloc(32, 'pepper').toString('base64');

/** With `config` over what is read from the environment: live mode refuses the Postgres of the tests. */
export async function runAuth(
  env: Readonly<Record<string, string>> = {},
  config: Partial<ReturnType<typeof loadConfig>> = {},
) {
  const service = await runGrpcService({
    name: 'auth',
    loadConfig: (source) => ({ ...loadConfig(source), ...config }),
    start,
    client: AuthService,
    env: {
      AUTH_KEY_PEPPER: PEPPER,
      AUTH_SECRET_KEY: SECRET_KEY,
      AUTH_AUDIT_KEY: AUDIT_KEY,
      ...env,
    },
  });
  return {
    ...service,
    /** Its id. */
    async newAccount(): Promise<string> {
      const email = `${randomUUID()}@example.com`;
      const input = { email, password: 'correct horse battery staple', name: 'Shop' };
      return (await service.rpc.createAccount(input)).account?.id ?? '';
    },
  };
}

export type RunningAuth = Awaited<ReturnType<typeof runAuth>>;
