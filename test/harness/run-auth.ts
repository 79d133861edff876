import { AuthService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/auth/src/config.ts';
import { start } from '../../services/auth/src/service.ts';
import { runGrpcService } from './run-grpc-service.ts';

const SECRET_KEY = Buffer.alloc(32, 'sealed').toString('base64');
const PEPPER = Buffer.alloc(32, 'pepper').toString('base64');

export function runAuth(env: Readonly<Record<string, string>> = {}) {
  return runGrpcService({
    name: 'auth',
    loadConfig,
    start,
    client: AuthService,
    env: { MODE: 'test', AUTH_KEY_PEPPER: PEPPER, AUTH_SECRET_KEY: SECRET_KEY, ...env },
  });
}

export type RunningAuth = Awaited<ReturnType<typeof runAuth>>;
