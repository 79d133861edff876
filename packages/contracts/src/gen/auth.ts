import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountInput as _auth_v1_AccountInput, Account as _auth_v1_Account } from './auth/v1/Account.ts';
import type { ApiKeyInput as _auth_v1_ApiKeyInput, ApiKey as _auth_v1_ApiKey } from './auth/v1/ApiKey.ts';
import type { AuthServiceClient as _auth_v1_AuthServiceClient, AuthServiceDefinition as _auth_v1_AuthServiceDefinition } from './auth/v1/AuthService.ts';
import type { CreateAccountRequestInput as _auth_v1_CreateAccountRequestInput, CreateAccountRequest as _auth_v1_CreateAccountRequest } from './auth/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _auth_v1_CreateAccountResponseInput, CreateAccountResponse as _auth_v1_CreateAccountResponse } from './auth/v1/CreateAccountResponse.ts';
import type { CreateKeyRequestInput as _auth_v1_CreateKeyRequestInput, CreateKeyRequest as _auth_v1_CreateKeyRequest } from './auth/v1/CreateKeyRequest.ts';
import type { CreateKeyResponseInput as _auth_v1_CreateKeyResponseInput, CreateKeyResponse as _auth_v1_CreateKeyResponse } from './auth/v1/CreateKeyResponse.ts';
import type { VerifyKeyRequestInput as _auth_v1_VerifyKeyRequestInput, VerifyKeyRequest as _auth_v1_VerifyKeyRequest } from './auth/v1/VerifyKeyRequest.ts';
import type { VerifyKeyResponseInput as _auth_v1_VerifyKeyResponseInput, VerifyKeyResponse as _auth_v1_VerifyKeyResponse } from './auth/v1/VerifyKeyResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  auth: {
    v1: {
      Account: MessageTypeDefinition<_auth_v1_AccountInput, _auth_v1_Account>
      ApiKey: MessageTypeDefinition<_auth_v1_ApiKeyInput, _auth_v1_ApiKey>
      AuthService: SubtypeConstructor<typeof grpc.Client, _auth_v1_AuthServiceClient> & { service: _auth_v1_AuthServiceDefinition }
      CreateAccountRequest: MessageTypeDefinition<_auth_v1_CreateAccountRequestInput, _auth_v1_CreateAccountRequest>
      CreateAccountResponse: MessageTypeDefinition<_auth_v1_CreateAccountResponseInput, _auth_v1_CreateAccountResponse>
      CreateKeyRequest: MessageTypeDefinition<_auth_v1_CreateKeyRequestInput, _auth_v1_CreateKeyRequest>
      CreateKeyResponse: MessageTypeDefinition<_auth_v1_CreateKeyResponseInput, _auth_v1_CreateKeyResponse>
      VerifyKeyRequest: MessageTypeDefinition<_auth_v1_VerifyKeyRequestInput, _auth_v1_VerifyKeyRequest>
      VerifyKeyResponse: MessageTypeDefinition<_auth_v1_VerifyKeyResponseInput, _auth_v1_VerifyKeyResponse>
    }
  }
}

