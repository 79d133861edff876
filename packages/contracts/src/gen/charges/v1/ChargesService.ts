// Original file: proto/charges/v1/charges.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateChargeRequestInput as _charges_v1_CreateChargeRequestInput, CreateChargeRequest as _charges_v1_CreateChargeRequest } from '../../charges/v1/CreateChargeRequest.ts';
import type { CreateChargeResponseInput as _charges_v1_CreateChargeResponseInput, CreateChargeResponse as _charges_v1_CreateChargeResponse } from '../../charges/v1/CreateChargeResponse.ts';
import type { GetChargeRequestInput as _charges_v1_GetChargeRequestInput, GetChargeRequest as _charges_v1_GetChargeRequest } from '../../charges/v1/GetChargeRequest.ts';
import type { GetChargeResponseInput as _charges_v1_GetChargeResponseInput, GetChargeResponse as _charges_v1_GetChargeResponse } from '../../charges/v1/GetChargeResponse.ts';
import type { GetPaymentLinkRequestInput as _charges_v1_GetPaymentLinkRequestInput, GetPaymentLinkRequest as _charges_v1_GetPaymentLinkRequest } from '../../charges/v1/GetPaymentLinkRequest.ts';
import type { GetPaymentLinkResponseInput as _charges_v1_GetPaymentLinkResponseInput, GetPaymentLinkResponse as _charges_v1_GetPaymentLinkResponse } from '../../charges/v1/GetPaymentLinkResponse.ts';
import type { NotifyPaymentsRequestInput as _charges_v1_NotifyPaymentsRequestInput, NotifyPaymentsRequest as _charges_v1_NotifyPaymentsRequest } from '../../charges/v1/NotifyPaymentsRequest.ts';
import type { NotifyPaymentsResponseInput as _charges_v1_NotifyPaymentsResponseInput, NotifyPaymentsResponse as _charges_v1_NotifyPaymentsResponse } from '../../charges/v1/NotifyPaymentsResponse.ts';

export interface ChargesServiceClient extends grpc.Client {
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  CreateCharge(argument: _charges_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  createCharge(argument: _charges_v1_CreateChargeRequestInput, callback: grpc.requestCallback<_charges_v1_CreateChargeResponse>): grpc.ClientUnaryCall;
  
  GetCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  GetCharge(argument: _charges_v1_GetChargeRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  getCharge(argument: _charges_v1_GetChargeRequestInput, callback: grpc.requestCallback<_charges_v1_GetChargeResponse>): grpc.ClientUnaryCall;
  
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  GetPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  getPaymentLink(argument: _charges_v1_GetPaymentLinkRequestInput, callback: grpc.requestCallback<_charges_v1_GetPaymentLinkResponse>): grpc.ClientUnaryCall;
  
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  NotifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  notifyPayments(argument: _charges_v1_NotifyPaymentsRequestInput, callback: grpc.requestCallback<_charges_v1_NotifyPaymentsResponse>): grpc.ClientUnaryCall;
  
}

export interface ChargesServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateCharge: grpc.handleUnaryCall<_charges_v1_CreateChargeRequest, _charges_v1_CreateChargeResponseInput>;
  
  GetCharge: grpc.handleUnaryCall<_charges_v1_GetChargeRequest, _charges_v1_GetChargeResponseInput>;
  
  GetPaymentLink: grpc.handleUnaryCall<_charges_v1_GetPaymentLinkRequest, _charges_v1_GetPaymentLinkResponseInput>;
  
  NotifyPayments: grpc.handleUnaryCall<_charges_v1_NotifyPaymentsRequest, _charges_v1_NotifyPaymentsResponseInput>;
  
}

export interface ChargesServiceDefinition extends grpc.ServiceDefinition {
  CreateCharge: MethodDefinition<_charges_v1_CreateChargeRequestInput, _charges_v1_CreateChargeResponseInput, _charges_v1_CreateChargeRequest, _charges_v1_CreateChargeResponse>
  GetCharge: MethodDefinition<_charges_v1_GetChargeRequestInput, _charges_v1_GetChargeResponseInput, _charges_v1_GetChargeRequest, _charges_v1_GetChargeResponse>
  GetPaymentLink: MethodDefinition<_charges_v1_GetPaymentLinkRequestInput, _charges_v1_GetPaymentLinkResponseInput, _charges_v1_GetPaymentLinkRequest, _charges_v1_GetPaymentLinkResponse>
  NotifyPayments: MethodDefinition<_charges_v1_NotifyPaymentsRequestInput, _charges_v1_NotifyPaymentsResponseInput, _charges_v1_NotifyPaymentsRequest, _charges_v1_NotifyPaymentsResponse>
}
