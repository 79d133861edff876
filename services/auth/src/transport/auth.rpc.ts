import type { AuthServiceDefinition } from '@entrada/contracts/gen/auth/v1/AuthService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';

export function authRpc(app: App): RpcHandlers<AuthServiceDefinition> {
  return {
    async verifyKey({ key }) {
      const { accountId, id, scopes } = await app.verifyKey(key);
      return { accountId, keyId: id, scopes: [...scopes] };
    },
    async createAccount(input) {
      const account = await app.createAccount(input);
      return { account: { ...account, createdAt: account.createdAt.toISOString() } };
    },
    async createKey({ accountId, name, scopes }) {
      if (!isUuid(accountId)) throw new AppError('NOT_FOUND', 'Account not found');
      const { apiKey, key } = await app.createKey({ accountId, name, scopes });
      return {
        key,
        apiKey: {
          id: apiKey.id,
          name: apiKey.name,
          prefix: apiKey.prefix,
          scopes: [...apiKey.scopes],
          createdAt: apiKey.createdAt.toISOString(),
        },
      };
    },
  };
}
