import { AuthService } from '@entrada/contracts/services';
import { loadConfig } from '../../services/auth/src/config.ts';
import { start } from '../../services/auth/src/service.ts';
import { runGrpcService } from './run-grpc-service.ts';

const PEPPER = Buffer.alloc(32, 'pepper').toString('base64');

export function runAuth(env: Readonly<Record<string, string>> = {}) {
  return runGrpcService({
    name: 'auth',
    loadConfig,
    start,
    client: AuthService,
    env: { MODE: 'test', AUTH_KEY_PEPPER: PEPPER, ...env },
  });
}

export type RunningAuth = Awaited<ReturnType<typeof runAuth>>;
