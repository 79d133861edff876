// Original file: proto/auth/v1/auth.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateAccountRequestInput as _auth_v1_CreateAccountRequestInput, CreateAccountRequest as _auth_v1_CreateAccountRequest } from '../../auth/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _auth_v1_CreateAccountResponseInput, CreateAccountResponse as _auth_v1_CreateAccountResponse } from '../../auth/v1/CreateAccountResponse.ts';
import type { CreateKeyRequestInput as _auth_v1_CreateKeyRequestInput, CreateKeyRequest as _auth_v1_CreateKeyRequest } from '../../auth/v1/CreateKeyRequest.ts';
import type { CreateKeyResponseInput as _auth_v1_CreateKeyResponseInput, CreateKeyResponse as _auth_v1_CreateKeyResponse } from '../../auth/v1/CreateKeyResponse.ts';
import type { VerifyKeyRequestInput as _auth_v1_VerifyKeyRequestInput, VerifyKeyRequest as _auth_v1_VerifyKeyRequest } from '../../auth/v1/VerifyKeyRequest.ts';
import type { VerifyKeyResponseInput as _auth_v1_VerifyKeyResponseInput, VerifyKeyResponse as _auth_v1_VerifyKeyResponse } from '../../auth/v1/VerifyKeyResponse.ts';

export interface AuthServiceClient extends grpc.Client {
  CreateAccount(argument: _auth_v1_CreateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _auth_v1_CreateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _auth_v1_CreateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  CreateAccount(argument: _auth_v1_CreateAccountRequestInput, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _auth_v1_CreateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _auth_v1_CreateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _auth_v1_CreateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  createAccount(argument: _auth_v1_CreateAccountRequestInput, callback: grpc.requestCallback<_auth_v1_CreateAccountResponse>): grpc.ClientUnaryCall;
  
  CreateKey(argument: _auth_v1_CreateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  CreateKey(argument: _auth_v1_CreateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  CreateKey(argument: _auth_v1_CreateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  CreateKey(argument: _auth_v1_CreateKeyRequestInput, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  createKey(argument: _auth_v1_CreateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  createKey(argument: _auth_v1_CreateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  createKey(argument: _auth_v1_CreateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  createKey(argument: _auth_v1_CreateKeyRequestInput, callback: grpc.requestCallback<_auth_v1_CreateKeyResponse>): grpc.ClientUnaryCall;
  
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  
}

export interface AuthServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateAccount: grpc.handleUnaryCall<_auth_v1_CreateAccountRequest, _auth_v1_CreateAccountResponseInput>;
  
  CreateKey: grpc.handleUnaryCall<_auth_v1_CreateKeyRequest, _auth_v1_CreateKeyResponseInput>;
  
  VerifyKey: grpc.handleUnaryCall<_auth_v1_VerifyKeyRequest, _auth_v1_VerifyKeyResponseInput>;
  
}

export interface AuthServiceDefinition extends grpc.ServiceDefinition {
  CreateAccount: MethodDefinition<_auth_v1_CreateAccountRequestInput, _auth_v1_CreateAccountResponseInput, _auth_v1_CreateAccountRequest, _auth_v1_CreateAccountResponse>
  CreateKey: MethodDefinition<_auth_v1_CreateKeyRequestInput, _auth_v1_CreateKeyResponseInput, _auth_v1_CreateKeyRequest, _auth_v1_CreateKeyResponse>
  VerifyKey: MethodDefinition<_auth_v1_VerifyKeyRequestInput, _auth_v1_VerifyKeyResponseInput, _auth_v1_VerifyKeyRequest, _auth_v1_VerifyKeyResponse>
}
