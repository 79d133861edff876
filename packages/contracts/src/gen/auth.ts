import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { RequesterInput as _access_v1_RequesterInput, Requester as _access_v1_Requester } from './access/v1/Requester.ts';
import type { AccountInput as _auth_v1_AccountInput, Account as _auth_v1_Account } from './auth/v1/Account.ts';
import type { ApiKeyInput as _auth_v1_ApiKeyInput, ApiKey as _auth_v1_ApiKey } from './auth/v1/ApiKey.ts';
import type { ApprovalInput as _auth_v1_ApprovalInput, Approval as _auth_v1_Approval } from './auth/v1/Approval.ts';
import type { ApproveDecisionRequestInput as _auth_v1_ApproveDecisionRequestInput, ApproveDecisionRequest as _auth_v1_ApproveDecisionRequest } from './auth/v1/ApproveDecisionRequest.ts';
import type { ApproveDecisionResponseInput as _auth_v1_ApproveDecisionResponseInput, ApproveDecisionResponse as _auth_v1_ApproveDecisionResponse } from './auth/v1/ApproveDecisionResponse.ts';
import type { AskForApprovalRequestInput as _auth_v1_AskForApprovalRequestInput, AskForApprovalRequest as _auth_v1_AskForApprovalRequest } from './auth/v1/AskForApprovalRequest.ts';
import type { AskForApprovalResponseInput as _auth_v1_AskForApprovalResponseInput, AskForApprovalResponse as _auth_v1_AskForApprovalResponse } from './auth/v1/AskForApprovalResponse.ts';
import type { AuditEntryInput as _auth_v1_AuditEntryInput, AuditEntry as _auth_v1_AuditEntry } from './auth/v1/AuditEntry.ts';
import type { AuditLogLineInput as _auth_v1_AuditLogLineInput, AuditLogLine as _auth_v1_AuditLogLine } from './auth/v1/AuditLogLine.ts';
import type { AuthServiceClient as _auth_v1_AuthServiceClient, AuthServiceDefinition as _auth_v1_AuthServiceDefinition } from './auth/v1/AuthService.ts';
import type { BeginTwoFactorRequestInput as _auth_v1_BeginTwoFactorRequestInput, BeginTwoFactorRequest as _auth_v1_BeginTwoFactorRequest } from './auth/v1/BeginTwoFactorRequest.ts';
import type { BeginTwoFactorResponseInput as _auth_v1_BeginTwoFactorResponseInput, BeginTwoFactorResponse as _auth_v1_BeginTwoFactorResponse } from './auth/v1/BeginTwoFactorResponse.ts';
import type { ChangePasswordRequestInput as _auth_v1_ChangePasswordRequestInput, ChangePasswordRequest as _auth_v1_ChangePasswordRequest } from './auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponseInput as _auth_v1_ChangePasswordResponseInput, ChangePasswordResponse as _auth_v1_ChangePasswordResponse } from './auth/v1/ChangePasswordResponse.ts';
import type { CheckApprovalRequestInput as _auth_v1_CheckApprovalRequestInput, CheckApprovalRequest as _auth_v1_CheckApprovalRequest } from './auth/v1/CheckApprovalRequest.ts';
import type { CheckApprovalResponseInput as _auth_v1_CheckApprovalResponseInput, CheckApprovalResponse as _auth_v1_CheckApprovalResponse } from './auth/v1/CheckApprovalResponse.ts';
import type { ConfirmEmailRequestInput as _auth_v1_ConfirmEmailRequestInput, ConfirmEmailRequest as _auth_v1_ConfirmEmailRequest } from './auth/v1/ConfirmEmailRequest.ts';
import type { ConfirmEmailResponseInput as _auth_v1_ConfirmEmailResponseInput, ConfirmEmailResponse as _auth_v1_ConfirmEmailResponse } from './auth/v1/ConfirmEmailResponse.ts';
import type { ConfirmPasswordResetRequestInput as _auth_v1_ConfirmPasswordResetRequestInput, ConfirmPasswordResetRequest as _auth_v1_ConfirmPasswordResetRequest } from './auth/v1/ConfirmPasswordResetRequest.ts';
import type { ConfirmPasswordResetResponseInput as _auth_v1_ConfirmPasswordResetResponseInput, ConfirmPasswordResetResponse as _auth_v1_ConfirmPasswordResetResponse } from './auth/v1/ConfirmPasswordResetResponse.ts';
import type { ConfirmTwoFactorRequestInput as _auth_v1_ConfirmTwoFactorRequestInput, ConfirmTwoFactorRequest as _auth_v1_ConfirmTwoFactorRequest } from './auth/v1/ConfirmTwoFactorRequest.ts';
import type { ConfirmTwoFactorResponseInput as _auth_v1_ConfirmTwoFactorResponseInput, ConfirmTwoFactorResponse as _auth_v1_ConfirmTwoFactorResponse } from './auth/v1/ConfirmTwoFactorResponse.ts';
import type { CreateAccountRequestInput as _auth_v1_CreateAccountRequestInput, CreateAccountRequest as _auth_v1_CreateAccountRequest } from './auth/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _auth_v1_CreateAccountResponseInput, CreateAccountResponse as _auth_v1_CreateAccountResponse } from './auth/v1/CreateAccountResponse.ts';
import type { CreateKeyRequestInput as _auth_v1_CreateKeyRequestInput, CreateKeyRequest as _auth_v1_CreateKeyRequest } from './auth/v1/CreateKeyRequest.ts';
import type { CreateKeyResponseInput as _auth_v1_CreateKeyResponseInput, CreateKeyResponse as _auth_v1_CreateKeyResponse } from './auth/v1/CreateKeyResponse.ts';
import type { DisableTwoFactorRequestInput as _auth_v1_DisableTwoFactorRequestInput, DisableTwoFactorRequest as _auth_v1_DisableTwoFactorRequest } from './auth/v1/DisableTwoFactorRequest.ts';
import type { DisableTwoFactorResponseInput as _auth_v1_DisableTwoFactorResponseInput, DisableTwoFactorResponse as _auth_v1_DisableTwoFactorResponse } from './auth/v1/DisableTwoFactorResponse.ts';
import type { EndSessionsRequestInput as _auth_v1_EndSessionsRequestInput, EndSessionsRequest as _auth_v1_EndSessionsRequest } from './auth/v1/EndSessionsRequest.ts';
import type { EndSessionsResponseInput as _auth_v1_EndSessionsResponseInput, EndSessionsResponse as _auth_v1_EndSessionsResponse } from './auth/v1/EndSessionsResponse.ts';
import type { FindUnknownAccountsRequestInput as _auth_v1_FindUnknownAccountsRequestInput, FindUnknownAccountsRequest as _auth_v1_FindUnknownAccountsRequest } from './auth/v1/FindUnknownAccountsRequest.ts';
import type { FindUnknownAccountsResponseInput as _auth_v1_FindUnknownAccountsResponseInput, FindUnknownAccountsResponse as _auth_v1_FindUnknownAccountsResponse } from './auth/v1/FindUnknownAccountsResponse.ts';
import type { FinishApprovalRequestInput as _auth_v1_FinishApprovalRequestInput, FinishApprovalRequest as _auth_v1_FinishApprovalRequest } from './auth/v1/FinishApprovalRequest.ts';
import type { FinishApprovalResponseInput as _auth_v1_FinishApprovalResponseInput, FinishApprovalResponse as _auth_v1_FinishApprovalResponse } from './auth/v1/FinishApprovalResponse.ts';
import type { GetAccountRequestInput as _auth_v1_GetAccountRequestInput, GetAccountRequest as _auth_v1_GetAccountRequest } from './auth/v1/GetAccountRequest.ts';
import type { GetAccountResponseInput as _auth_v1_GetAccountResponseInput, GetAccountResponse as _auth_v1_GetAccountResponse } from './auth/v1/GetAccountResponse.ts';
import type { GetApprovalRequestInput as _auth_v1_GetApprovalRequestInput, GetApprovalRequest as _auth_v1_GetApprovalRequest } from './auth/v1/GetApprovalRequest.ts';
import type { GetApprovalResponseInput as _auth_v1_GetApprovalResponseInput, GetApprovalResponse as _auth_v1_GetApprovalResponse } from './auth/v1/GetApprovalResponse.ts';
import type { KeyUseInput as _auth_v1_KeyUseInput, KeyUse as _auth_v1_KeyUse } from './auth/v1/KeyUse.ts';
import type { ListApprovalsRequestInput as _auth_v1_ListApprovalsRequestInput, ListApprovalsRequest as _auth_v1_ListApprovalsRequest } from './auth/v1/ListApprovalsRequest.ts';
import type { ListApprovalsResponseInput as _auth_v1_ListApprovalsResponseInput, ListApprovalsResponse as _auth_v1_ListApprovalsResponse } from './auth/v1/ListApprovalsResponse.ts';
import type { ListAuditLinesRequestInput as _auth_v1_ListAuditLinesRequestInput, ListAuditLinesRequest as _auth_v1_ListAuditLinesRequest } from './auth/v1/ListAuditLinesRequest.ts';
import type { ListAuditLinesResponseInput as _auth_v1_ListAuditLinesResponseInput, ListAuditLinesResponse as _auth_v1_ListAuditLinesResponse } from './auth/v1/ListAuditLinesResponse.ts';
import type { ListAuditRequestInput as _auth_v1_ListAuditRequestInput, ListAuditRequest as _auth_v1_ListAuditRequest } from './auth/v1/ListAuditRequest.ts';
import type { ListAuditResponseInput as _auth_v1_ListAuditResponseInput, ListAuditResponse as _auth_v1_ListAuditResponse } from './auth/v1/ListAuditResponse.ts';
import type { ListKeysRequestInput as _auth_v1_ListKeysRequestInput, ListKeysRequest as _auth_v1_ListKeysRequest } from './auth/v1/ListKeysRequest.ts';
import type { ListKeysResponseInput as _auth_v1_ListKeysResponseInput, ListKeysResponse as _auth_v1_ListKeysResponse } from './auth/v1/ListKeysResponse.ts';
import type { ListSessionsRequestInput as _auth_v1_ListSessionsRequestInput, ListSessionsRequest as _auth_v1_ListSessionsRequest } from './auth/v1/ListSessionsRequest.ts';
import type { ListSessionsResponseInput as _auth_v1_ListSessionsResponseInput, ListSessionsResponse as _auth_v1_ListSessionsResponse } from './auth/v1/ListSessionsResponse.ts';
import type { LogInRequestInput as _auth_v1_LogInRequestInput, LogInRequest as _auth_v1_LogInRequest } from './auth/v1/LogInRequest.ts';
import type { LogInResponseInput as _auth_v1_LogInResponseInput, LogInResponse as _auth_v1_LogInResponse } from './auth/v1/LogInResponse.ts';
import type { NotifyRequestInput as _auth_v1_NotifyRequestInput, NotifyRequest as _auth_v1_NotifyRequest } from './auth/v1/NotifyRequest.ts';
import type { NotifyResponseInput as _auth_v1_NotifyResponseInput, NotifyResponse as _auth_v1_NotifyResponse } from './auth/v1/NotifyResponse.ts';
import type { OriginInput as _auth_v1_OriginInput, Origin as _auth_v1_Origin } from './auth/v1/Origin.ts';
import type { ProveSessionRequestInput as _auth_v1_ProveSessionRequestInput, ProveSessionRequest as _auth_v1_ProveSessionRequest } from './auth/v1/ProveSessionRequest.ts';
import type { ProveSessionResponseInput as _auth_v1_ProveSessionResponseInput, ProveSessionResponse as _auth_v1_ProveSessionResponse } from './auth/v1/ProveSessionResponse.ts';
import type { RecordAuditRequestInput as _auth_v1_RecordAuditRequestInput, RecordAuditRequest as _auth_v1_RecordAuditRequest } from './auth/v1/RecordAuditRequest.ts';
import type { RecordAuditResponseInput as _auth_v1_RecordAuditResponseInput, RecordAuditResponse as _auth_v1_RecordAuditResponse } from './auth/v1/RecordAuditResponse.ts';
import type { RejectDecisionRequestInput as _auth_v1_RejectDecisionRequestInput, RejectDecisionRequest as _auth_v1_RejectDecisionRequest } from './auth/v1/RejectDecisionRequest.ts';
import type { RejectDecisionResponseInput as _auth_v1_RejectDecisionResponseInput, RejectDecisionResponse as _auth_v1_RejectDecisionResponse } from './auth/v1/RejectDecisionResponse.ts';
import type { RenameKeyRequestInput as _auth_v1_RenameKeyRequestInput, RenameKeyRequest as _auth_v1_RenameKeyRequest } from './auth/v1/RenameKeyRequest.ts';
import type { RenameKeyResponseInput as _auth_v1_RenameKeyResponseInput, RenameKeyResponse as _auth_v1_RenameKeyResponse } from './auth/v1/RenameKeyResponse.ts';
import type { ReplaceRecoveryCodesRequestInput as _auth_v1_ReplaceRecoveryCodesRequestInput, ReplaceRecoveryCodesRequest as _auth_v1_ReplaceRecoveryCodesRequest } from './auth/v1/ReplaceRecoveryCodesRequest.ts';
import type { ReplaceRecoveryCodesResponseInput as _auth_v1_ReplaceRecoveryCodesResponseInput, ReplaceRecoveryCodesResponse as _auth_v1_ReplaceRecoveryCodesResponse } from './auth/v1/ReplaceRecoveryCodesResponse.ts';
import type { ReportKeyUseRequestInput as _auth_v1_ReportKeyUseRequestInput, ReportKeyUseRequest as _auth_v1_ReportKeyUseRequest } from './auth/v1/ReportKeyUseRequest.ts';
import type { ReportKeyUseResponseInput as _auth_v1_ReportKeyUseResponseInput, ReportKeyUseResponse as _auth_v1_ReportKeyUseResponse } from './auth/v1/ReportKeyUseResponse.ts';
import type { RequestPasswordResetRequestInput as _auth_v1_RequestPasswordResetRequestInput, RequestPasswordResetRequest as _auth_v1_RequestPasswordResetRequest } from './auth/v1/RequestPasswordResetRequest.ts';
import type { RequestPasswordResetResponseInput as _auth_v1_RequestPasswordResetResponseInput, RequestPasswordResetResponse as _auth_v1_RequestPasswordResetResponse } from './auth/v1/RequestPasswordResetResponse.ts';
import type { ResendConfirmationRequestInput as _auth_v1_ResendConfirmationRequestInput, ResendConfirmationRequest as _auth_v1_ResendConfirmationRequest } from './auth/v1/ResendConfirmationRequest.ts';
import type { ResendConfirmationResponseInput as _auth_v1_ResendConfirmationResponseInput, ResendConfirmationResponse as _auth_v1_ResendConfirmationResponse } from './auth/v1/ResendConfirmationResponse.ts';
import type { ResetPasswordRequestInput as _auth_v1_ResetPasswordRequestInput, ResetPasswordRequest as _auth_v1_ResetPasswordRequest } from './auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponseInput as _auth_v1_ResetPasswordResponseInput, ResetPasswordResponse as _auth_v1_ResetPasswordResponse } from './auth/v1/ResetPasswordResponse.ts';
import type { ResetTwoFactorRequestInput as _auth_v1_ResetTwoFactorRequestInput, ResetTwoFactorRequest as _auth_v1_ResetTwoFactorRequest } from './auth/v1/ResetTwoFactorRequest.ts';
import type { ResetTwoFactorResponseInput as _auth_v1_ResetTwoFactorResponseInput, ResetTwoFactorResponse as _auth_v1_ResetTwoFactorResponse } from './auth/v1/ResetTwoFactorResponse.ts';
import type { RestoreAccountRequestInput as _auth_v1_RestoreAccountRequestInput, RestoreAccountRequest as _auth_v1_RestoreAccountRequest } from './auth/v1/RestoreAccountRequest.ts';
import type { RestoreAccountResponseInput as _auth_v1_RestoreAccountResponseInput, RestoreAccountResponse as _auth_v1_RestoreAccountResponse } from './auth/v1/RestoreAccountResponse.ts';
import type { RevokeKeyRequestInput as _auth_v1_RevokeKeyRequestInput, RevokeKeyRequest as _auth_v1_RevokeKeyRequest } from './auth/v1/RevokeKeyRequest.ts';
import type { RevokeKeyResponseInput as _auth_v1_RevokeKeyResponseInput, RevokeKeyResponse as _auth_v1_RevokeKeyResponse } from './auth/v1/RevokeKeyResponse.ts';
import type { RevokeKeysRequestInput as _auth_v1_RevokeKeysRequestInput, RevokeKeysRequest as _auth_v1_RevokeKeysRequest } from './auth/v1/RevokeKeysRequest.ts';
import type { RevokeKeysResponseInput as _auth_v1_RevokeKeysResponseInput, RevokeKeysResponse as _auth_v1_RevokeKeysResponse } from './auth/v1/RevokeKeysResponse.ts';
import type { RevokeOtherSessionsRequestInput as _auth_v1_RevokeOtherSessionsRequestInput, RevokeOtherSessionsRequest as _auth_v1_RevokeOtherSessionsRequest } from './auth/v1/RevokeOtherSessionsRequest.ts';
import type { RevokeOtherSessionsResponseInput as _auth_v1_RevokeOtherSessionsResponseInput, RevokeOtherSessionsResponse as _auth_v1_RevokeOtherSessionsResponse } from './auth/v1/RevokeOtherSessionsResponse.ts';
import type { RevokeSessionRequestInput as _auth_v1_RevokeSessionRequestInput, RevokeSessionRequest as _auth_v1_RevokeSessionRequest } from './auth/v1/RevokeSessionRequest.ts';
import type { RevokeSessionResponseInput as _auth_v1_RevokeSessionResponseInput, RevokeSessionResponse as _auth_v1_RevokeSessionResponse } from './auth/v1/RevokeSessionResponse.ts';
import type { RotateKeyRequestInput as _auth_v1_RotateKeyRequestInput, RotateKeyRequest as _auth_v1_RotateKeyRequest } from './auth/v1/RotateKeyRequest.ts';
import type { RotateKeyResponseInput as _auth_v1_RotateKeyResponseInput, RotateKeyResponse as _auth_v1_RotateKeyResponse } from './auth/v1/RotateKeyResponse.ts';
import type { SessionInput as _auth_v1_SessionInput, Session as _auth_v1_Session } from './auth/v1/Session.ts';
import type { SetFrozenRequestInput as _auth_v1_SetFrozenRequestInput, SetFrozenRequest as _auth_v1_SetFrozenRequest } from './auth/v1/SetFrozenRequest.ts';
import type { SetFrozenResponseInput as _auth_v1_SetFrozenResponseInput, SetFrozenResponse as _auth_v1_SetFrozenResponse } from './auth/v1/SetFrozenResponse.ts';
import type { SetRateLimitRequestInput as _auth_v1_SetRateLimitRequestInput, SetRateLimitRequest as _auth_v1_SetRateLimitRequest } from './auth/v1/SetRateLimitRequest.ts';
import type { SetRateLimitResponseInput as _auth_v1_SetRateLimitResponseInput, SetRateLimitResponse as _auth_v1_SetRateLimitResponse } from './auth/v1/SetRateLimitResponse.ts';
import type { SignatureInput as _auth_v1_SignatureInput, Signature as _auth_v1_Signature } from './auth/v1/Signature.ts';
import type { UpdateAccountRequestInput as _auth_v1_UpdateAccountRequestInput, UpdateAccountRequest as _auth_v1_UpdateAccountRequest } from './auth/v1/UpdateAccountRequest.ts';
import type { UpdateAccountResponseInput as _auth_v1_UpdateAccountResponseInput, UpdateAccountResponse as _auth_v1_UpdateAccountResponse } from './auth/v1/UpdateAccountResponse.ts';
import type { VerifyAuditLogRequestInput as _auth_v1_VerifyAuditLogRequestInput, VerifyAuditLogRequest as _auth_v1_VerifyAuditLogRequest } from './auth/v1/VerifyAuditLogRequest.ts';
import type { VerifyAuditLogResponseInput as _auth_v1_VerifyAuditLogResponseInput, VerifyAuditLogResponse as _auth_v1_VerifyAuditLogResponse } from './auth/v1/VerifyAuditLogResponse.ts';
import type { VerifyKeyRequestInput as _auth_v1_VerifyKeyRequestInput, VerifyKeyRequest as _auth_v1_VerifyKeyRequest } from './auth/v1/VerifyKeyRequest.ts';
import type { VerifyKeyResponseInput as _auth_v1_VerifyKeyResponseInput, VerifyKeyResponse as _auth_v1_VerifyKeyResponse } from './auth/v1/VerifyKeyResponse.ts';
import type { VerifySessionRequestInput as _auth_v1_VerifySessionRequestInput, VerifySessionRequest as _auth_v1_VerifySessionRequest } from './auth/v1/VerifySessionRequest.ts';
import type { VerifySessionResponseInput as _auth_v1_VerifySessionResponseInput, VerifySessionResponse as _auth_v1_VerifySessionResponse } from './auth/v1/VerifySessionResponse.ts';
import type { WatchRevocationsRequestInput as _auth_v1_WatchRevocationsRequestInput, WatchRevocationsRequest as _auth_v1_WatchRevocationsRequest } from './auth/v1/WatchRevocationsRequest.ts';
import type { WatchRevocationsResponseInput as _auth_v1_WatchRevocationsResponseInput, WatchRevocationsResponse as _auth_v1_WatchRevocationsResponse } from './auth/v1/WatchRevocationsResponse.ts';
import type { DescriptorProtoInput as _google_protobuf_DescriptorProtoInput, DescriptorProto as _google_protobuf_DescriptorProto } from './google/protobuf/DescriptorProto.ts';
import type { EnumDescriptorProtoInput as _google_protobuf_EnumDescriptorProtoInput, EnumDescriptorProto as _google_protobuf_EnumDescriptorProto } from './google/protobuf/EnumDescriptorProto.ts';
import type { EnumOptionsInput as _google_protobuf_EnumOptionsInput, EnumOptions as _google_protobuf_EnumOptions } from './google/protobuf/EnumOptions.ts';
import type { EnumValueDescriptorProtoInput as _google_protobuf_EnumValueDescriptorProtoInput, EnumValueDescriptorProto as _google_protobuf_EnumValueDescriptorProto } from './google/protobuf/EnumValueDescriptorProto.ts';
import type { EnumValueOptionsInput as _google_protobuf_EnumValueOptionsInput, EnumValueOptions as _google_protobuf_EnumValueOptions } from './google/protobuf/EnumValueOptions.ts';
import type { ExtensionRangeOptionsInput as _google_protobuf_ExtensionRangeOptionsInput, ExtensionRangeOptions as _google_protobuf_ExtensionRangeOptions } from './google/protobuf/ExtensionRangeOptions.ts';
import type { FeatureSetInput as _google_protobuf_FeatureSetInput, FeatureSet as _google_protobuf_FeatureSet } from './google/protobuf/FeatureSet.ts';
import type { FeatureSetDefaultsInput as _google_protobuf_FeatureSetDefaultsInput, FeatureSetDefaults as _google_protobuf_FeatureSetDefaults } from './google/protobuf/FeatureSetDefaults.ts';
import type { FieldDescriptorProtoInput as _google_protobuf_FieldDescriptorProtoInput, FieldDescriptorProto as _google_protobuf_FieldDescriptorProto } from './google/protobuf/FieldDescriptorProto.ts';
import type { FieldOptionsInput as _google_protobuf_FieldOptionsInput, FieldOptions as _google_protobuf_FieldOptions } from './google/protobuf/FieldOptions.ts';
import type { FileDescriptorProtoInput as _google_protobuf_FileDescriptorProtoInput, FileDescriptorProto as _google_protobuf_FileDescriptorProto } from './google/protobuf/FileDescriptorProto.ts';
import type { FileDescriptorSetInput as _google_protobuf_FileDescriptorSetInput, FileDescriptorSet as _google_protobuf_FileDescriptorSet } from './google/protobuf/FileDescriptorSet.ts';
import type { FileOptionsInput as _google_protobuf_FileOptionsInput, FileOptions as _google_protobuf_FileOptions } from './google/protobuf/FileOptions.ts';
import type { GeneratedCodeInfoInput as _google_protobuf_GeneratedCodeInfoInput, GeneratedCodeInfo as _google_protobuf_GeneratedCodeInfo } from './google/protobuf/GeneratedCodeInfo.ts';
import type { MessageOptionsInput as _google_protobuf_MessageOptionsInput, MessageOptions as _google_protobuf_MessageOptions } from './google/protobuf/MessageOptions.ts';
import type { MethodDescriptorProtoInput as _google_protobuf_MethodDescriptorProtoInput, MethodDescriptorProto as _google_protobuf_MethodDescriptorProto } from './google/protobuf/MethodDescriptorProto.ts';
import type { MethodOptionsInput as _google_protobuf_MethodOptionsInput, MethodOptions as _google_protobuf_MethodOptions } from './google/protobuf/MethodOptions.ts';
import type { OneofDescriptorProtoInput as _google_protobuf_OneofDescriptorProtoInput, OneofDescriptorProto as _google_protobuf_OneofDescriptorProto } from './google/protobuf/OneofDescriptorProto.ts';
import type { OneofOptionsInput as _google_protobuf_OneofOptionsInput, OneofOptions as _google_protobuf_OneofOptions } from './google/protobuf/OneofOptions.ts';
import type { ServiceDescriptorProtoInput as _google_protobuf_ServiceDescriptorProtoInput, ServiceDescriptorProto as _google_protobuf_ServiceDescriptorProto } from './google/protobuf/ServiceDescriptorProto.ts';
import type { ServiceOptionsInput as _google_protobuf_ServiceOptionsInput, ServiceOptions as _google_protobuf_ServiceOptions } from './google/protobuf/ServiceOptions.ts';
import type { SourceCodeInfoInput as _google_protobuf_SourceCodeInfoInput, SourceCodeInfo as _google_protobuf_SourceCodeInfo } from './google/protobuf/SourceCodeInfo.ts';
import type { UninterpretedOptionInput as _google_protobuf_UninterpretedOptionInput, UninterpretedOption as _google_protobuf_UninterpretedOption } from './google/protobuf/UninterpretedOption.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  access: {
    v1: {
      Requester: MessageTypeDefinition<_access_v1_RequesterInput, _access_v1_Requester>
    }
  }
  auth: {
    v1: {
      Account: MessageTypeDefinition<_auth_v1_AccountInput, _auth_v1_Account>
      ApiKey: MessageTypeDefinition<_auth_v1_ApiKeyInput, _auth_v1_ApiKey>
      Approval: MessageTypeDefinition<_auth_v1_ApprovalInput, _auth_v1_Approval>
      ApproveDecisionRequest: MessageTypeDefinition<_auth_v1_ApproveDecisionRequestInput, _auth_v1_ApproveDecisionRequest>
      ApproveDecisionResponse: MessageTypeDefinition<_auth_v1_ApproveDecisionResponseInput, _auth_v1_ApproveDecisionResponse>
      AskForApprovalRequest: MessageTypeDefinition<_auth_v1_AskForApprovalRequestInput, _auth_v1_AskForApprovalRequest>
      AskForApprovalResponse: MessageTypeDefinition<_auth_v1_AskForApprovalResponseInput, _auth_v1_AskForApprovalResponse>
      AuditEntry: MessageTypeDefinition<_auth_v1_AuditEntryInput, _auth_v1_AuditEntry>
      AuditLogLine: MessageTypeDefinition<_auth_v1_AuditLogLineInput, _auth_v1_AuditLogLine>
      AuthService: SubtypeConstructor<typeof grpc.Client, _auth_v1_AuthServiceClient> & { service: _auth_v1_AuthServiceDefinition }
      BeginTwoFactorRequest: MessageTypeDefinition<_auth_v1_BeginTwoFactorRequestInput, _auth_v1_BeginTwoFactorRequest>
      BeginTwoFactorResponse: MessageTypeDefinition<_auth_v1_BeginTwoFactorResponseInput, _auth_v1_BeginTwoFactorResponse>
      ChangePasswordRequest: MessageTypeDefinition<_auth_v1_ChangePasswordRequestInput, _auth_v1_ChangePasswordRequest>
      ChangePasswordResponse: MessageTypeDefinition<_auth_v1_ChangePasswordResponseInput, _auth_v1_ChangePasswordResponse>
      CheckApprovalRequest: MessageTypeDefinition<_auth_v1_CheckApprovalRequestInput, _auth_v1_CheckApprovalRequest>
      CheckApprovalResponse: MessageTypeDefinition<_auth_v1_CheckApprovalResponseInput, _auth_v1_CheckApprovalResponse>
      ConfirmEmailRequest: MessageTypeDefinition<_auth_v1_ConfirmEmailRequestInput, _auth_v1_ConfirmEmailRequest>
      ConfirmEmailResponse: MessageTypeDefinition<_auth_v1_ConfirmEmailResponseInput, _auth_v1_ConfirmEmailResponse>
      ConfirmPasswordResetRequest: MessageTypeDefinition<_auth_v1_ConfirmPasswordResetRequestInput, _auth_v1_ConfirmPasswordResetRequest>
      ConfirmPasswordResetResponse: MessageTypeDefinition<_auth_v1_ConfirmPasswordResetResponseInput, _auth_v1_ConfirmPasswordResetResponse>
      ConfirmTwoFactorRequest: MessageTypeDefinition<_auth_v1_ConfirmTwoFactorRequestInput, _auth_v1_ConfirmTwoFactorRequest>
      ConfirmTwoFactorResponse: MessageTypeDefinition<_auth_v1_ConfirmTwoFactorResponseInput, _auth_v1_ConfirmTwoFactorResponse>
      CreateAccountRequest: MessageTypeDefinition<_auth_v1_CreateAccountRequestInput, _auth_v1_CreateAccountRequest>
      CreateAccountResponse: MessageTypeDefinition<_auth_v1_CreateAccountResponseInput, _auth_v1_CreateAccountResponse>
      CreateKeyRequest: MessageTypeDefinition<_auth_v1_CreateKeyRequestInput, _auth_v1_CreateKeyRequest>
      CreateKeyResponse: MessageTypeDefinition<_auth_v1_CreateKeyResponseInput, _auth_v1_CreateKeyResponse>
      DisableTwoFactorRequest: MessageTypeDefinition<_auth_v1_DisableTwoFactorRequestInput, _auth_v1_DisableTwoFactorRequest>
      DisableTwoFactorResponse: MessageTypeDefinition<_auth_v1_DisableTwoFactorResponseInput, _auth_v1_DisableTwoFactorResponse>
      EndSessionsRequest: MessageTypeDefinition<_auth_v1_EndSessionsRequestInput, _auth_v1_EndSessionsRequest>
      EndSessionsResponse: MessageTypeDefinition<_auth_v1_EndSessionsResponseInput, _auth_v1_EndSessionsResponse>
      FindUnknownAccountsRequest: MessageTypeDefinition<_auth_v1_FindUnknownAccountsRequestInput, _auth_v1_FindUnknownAccountsRequest>
      FindUnknownAccountsResponse: MessageTypeDefinition<_auth_v1_FindUnknownAccountsResponseInput, _auth_v1_FindUnknownAccountsResponse>
      FinishApprovalRequest: MessageTypeDefinition<_auth_v1_FinishApprovalRequestInput, _auth_v1_FinishApprovalRequest>
      FinishApprovalResponse: MessageTypeDefinition<_auth_v1_FinishApprovalResponseInput, _auth_v1_FinishApprovalResponse>
      GetAccountRequest: MessageTypeDefinition<_auth_v1_GetAccountRequestInput, _auth_v1_GetAccountRequest>
      GetAccountResponse: MessageTypeDefinition<_auth_v1_GetAccountResponseInput, _auth_v1_GetAccountResponse>
      GetApprovalRequest: MessageTypeDefinition<_auth_v1_GetApprovalRequestInput, _auth_v1_GetApprovalRequest>
      GetApprovalResponse: MessageTypeDefinition<_auth_v1_GetApprovalResponseInput, _auth_v1_GetApprovalResponse>
      KeyUse: MessageTypeDefinition<_auth_v1_KeyUseInput, _auth_v1_KeyUse>
      ListApprovalsRequest: MessageTypeDefinition<_auth_v1_ListApprovalsRequestInput, _auth_v1_ListApprovalsRequest>
      ListApprovalsResponse: MessageTypeDefinition<_auth_v1_ListApprovalsResponseInput, _auth_v1_ListApprovalsResponse>
      ListAuditLinesRequest: MessageTypeDefinition<_auth_v1_ListAuditLinesRequestInput, _auth_v1_ListAuditLinesRequest>
      ListAuditLinesResponse: MessageTypeDefinition<_auth_v1_ListAuditLinesResponseInput, _auth_v1_ListAuditLinesResponse>
      ListAuditRequest: MessageTypeDefinition<_auth_v1_ListAuditRequestInput, _auth_v1_ListAuditRequest>
      ListAuditResponse: MessageTypeDefinition<_auth_v1_ListAuditResponseInput, _auth_v1_ListAuditResponse>
      ListKeysRequest: MessageTypeDefinition<_auth_v1_ListKeysRequestInput, _auth_v1_ListKeysRequest>
      ListKeysResponse: MessageTypeDefinition<_auth_v1_ListKeysResponseInput, _auth_v1_ListKeysResponse>
      ListSessionsRequest: MessageTypeDefinition<_auth_v1_ListSessionsRequestInput, _auth_v1_ListSessionsRequest>
      ListSessionsResponse: MessageTypeDefinition<_auth_v1_ListSessionsResponseInput, _auth_v1_ListSessionsResponse>
      LogInRequest: MessageTypeDefinition<_auth_v1_LogInRequestInput, _auth_v1_LogInRequest>
      LogInResponse: MessageTypeDefinition<_auth_v1_LogInResponseInput, _auth_v1_LogInResponse>
      NotifyRequest: MessageTypeDefinition<_auth_v1_NotifyRequestInput, _auth_v1_NotifyRequest>
      NotifyResponse: MessageTypeDefinition<_auth_v1_NotifyResponseInput, _auth_v1_NotifyResponse>
      Origin: MessageTypeDefinition<_auth_v1_OriginInput, _auth_v1_Origin>
      ProveSessionRequest: MessageTypeDefinition<_auth_v1_ProveSessionRequestInput, _auth_v1_ProveSessionRequest>
      ProveSessionResponse: MessageTypeDefinition<_auth_v1_ProveSessionResponseInput, _auth_v1_ProveSessionResponse>
      RecordAuditRequest: MessageTypeDefinition<_auth_v1_RecordAuditRequestInput, _auth_v1_RecordAuditRequest>
      RecordAuditResponse: MessageTypeDefinition<_auth_v1_RecordAuditResponseInput, _auth_v1_RecordAuditResponse>
      RejectDecisionRequest: MessageTypeDefinition<_auth_v1_RejectDecisionRequestInput, _auth_v1_RejectDecisionRequest>
      RejectDecisionResponse: MessageTypeDefinition<_auth_v1_RejectDecisionResponseInput, _auth_v1_RejectDecisionResponse>
      RenameKeyRequest: MessageTypeDefinition<_auth_v1_RenameKeyRequestInput, _auth_v1_RenameKeyRequest>
      RenameKeyResponse: MessageTypeDefinition<_auth_v1_RenameKeyResponseInput, _auth_v1_RenameKeyResponse>
      ReplaceRecoveryCodesRequest: MessageTypeDefinition<_auth_v1_ReplaceRecoveryCodesRequestInput, _auth_v1_ReplaceRecoveryCodesRequest>
      ReplaceRecoveryCodesResponse: MessageTypeDefinition<_auth_v1_ReplaceRecoveryCodesResponseInput, _auth_v1_ReplaceRecoveryCodesResponse>
      ReportKeyUseRequest: MessageTypeDefinition<_auth_v1_ReportKeyUseRequestInput, _auth_v1_ReportKeyUseRequest>
      ReportKeyUseResponse: MessageTypeDefinition<_auth_v1_ReportKeyUseResponseInput, _auth_v1_ReportKeyUseResponse>
      RequestPasswordResetRequest: MessageTypeDefinition<_auth_v1_RequestPasswordResetRequestInput, _auth_v1_RequestPasswordResetRequest>
      RequestPasswordResetResponse: MessageTypeDefinition<_auth_v1_RequestPasswordResetResponseInput, _auth_v1_RequestPasswordResetResponse>
      ResendConfirmationRequest: MessageTypeDefinition<_auth_v1_ResendConfirmationRequestInput, _auth_v1_ResendConfirmationRequest>
      ResendConfirmationResponse: MessageTypeDefinition<_auth_v1_ResendConfirmationResponseInput, _auth_v1_ResendConfirmationResponse>
      ResetPasswordRequest: MessageTypeDefinition<_auth_v1_ResetPasswordRequestInput, _auth_v1_ResetPasswordRequest>
      ResetPasswordResponse: MessageTypeDefinition<_auth_v1_ResetPasswordResponseInput, _auth_v1_ResetPasswordResponse>
      ResetTwoFactorRequest: MessageTypeDefinition<_auth_v1_ResetTwoFactorRequestInput, _auth_v1_ResetTwoFactorRequest>
      ResetTwoFactorResponse: MessageTypeDefinition<_auth_v1_ResetTwoFactorResponseInput, _auth_v1_ResetTwoFactorResponse>
      RestoreAccountRequest: MessageTypeDefinition<_auth_v1_RestoreAccountRequestInput, _auth_v1_RestoreAccountRequest>
      RestoreAccountResponse: MessageTypeDefinition<_auth_v1_RestoreAccountResponseInput, _auth_v1_RestoreAccountResponse>
      RevokeKeyRequest: MessageTypeDefinition<_auth_v1_RevokeKeyRequestInput, _auth_v1_RevokeKeyRequest>
      RevokeKeyResponse: MessageTypeDefinition<_auth_v1_RevokeKeyResponseInput, _auth_v1_RevokeKeyResponse>
      RevokeKeysRequest: MessageTypeDefinition<_auth_v1_RevokeKeysRequestInput, _auth_v1_RevokeKeysRequest>
      RevokeKeysResponse: MessageTypeDefinition<_auth_v1_RevokeKeysResponseInput, _auth_v1_RevokeKeysResponse>
      RevokeOtherSessionsRequest: MessageTypeDefinition<_auth_v1_RevokeOtherSessionsRequestInput, _auth_v1_RevokeOtherSessionsRequest>
      RevokeOtherSessionsResponse: MessageTypeDefinition<_auth_v1_RevokeOtherSessionsResponseInput, _auth_v1_RevokeOtherSessionsResponse>
      RevokeSessionRequest: MessageTypeDefinition<_auth_v1_RevokeSessionRequestInput, _auth_v1_RevokeSessionRequest>
      RevokeSessionResponse: MessageTypeDefinition<_auth_v1_RevokeSessionResponseInput, _auth_v1_RevokeSessionResponse>
      RotateKeyRequest: MessageTypeDefinition<_auth_v1_RotateKeyRequestInput, _auth_v1_RotateKeyRequest>
      RotateKeyResponse: MessageTypeDefinition<_auth_v1_RotateKeyResponseInput, _auth_v1_RotateKeyResponse>
      Session: MessageTypeDefinition<_auth_v1_SessionInput, _auth_v1_Session>
      SetFrozenRequest: MessageTypeDefinition<_auth_v1_SetFrozenRequestInput, _auth_v1_SetFrozenRequest>
      SetFrozenResponse: MessageTypeDefinition<_auth_v1_SetFrozenResponseInput, _auth_v1_SetFrozenResponse>
      SetRateLimitRequest: MessageTypeDefinition<_auth_v1_SetRateLimitRequestInput, _auth_v1_SetRateLimitRequest>
      SetRateLimitResponse: MessageTypeDefinition<_auth_v1_SetRateLimitResponseInput, _auth_v1_SetRateLimitResponse>
      Signature: MessageTypeDefinition<_auth_v1_SignatureInput, _auth_v1_Signature>
      UpdateAccountRequest: MessageTypeDefinition<_auth_v1_UpdateAccountRequestInput, _auth_v1_UpdateAccountRequest>
      UpdateAccountResponse: MessageTypeDefinition<_auth_v1_UpdateAccountResponseInput, _auth_v1_UpdateAccountResponse>
      VerifyAuditLogRequest: MessageTypeDefinition<_auth_v1_VerifyAuditLogRequestInput, _auth_v1_VerifyAuditLogRequest>
      VerifyAuditLogResponse: MessageTypeDefinition<_auth_v1_VerifyAuditLogResponseInput, _auth_v1_VerifyAuditLogResponse>
      VerifyKeyRequest: MessageTypeDefinition<_auth_v1_VerifyKeyRequestInput, _auth_v1_VerifyKeyRequest>
      VerifyKeyResponse: MessageTypeDefinition<_auth_v1_VerifyKeyResponseInput, _auth_v1_VerifyKeyResponse>
      VerifySessionRequest: MessageTypeDefinition<_auth_v1_VerifySessionRequestInput, _auth_v1_VerifySessionRequest>
      VerifySessionResponse: MessageTypeDefinition<_auth_v1_VerifySessionResponseInput, _auth_v1_VerifySessionResponse>
      WatchRevocationsRequest: MessageTypeDefinition<_auth_v1_WatchRevocationsRequestInput, _auth_v1_WatchRevocationsRequest>
      WatchRevocationsResponse: MessageTypeDefinition<_auth_v1_WatchRevocationsResponseInput, _auth_v1_WatchRevocationsResponse>
    }
  }
  google: {
    protobuf: {
      DescriptorProto: MessageTypeDefinition<_google_protobuf_DescriptorProtoInput, _google_protobuf_DescriptorProto>
      Edition: EnumTypeDefinition
      EnumDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumDescriptorProtoInput, _google_protobuf_EnumDescriptorProto>
      EnumOptions: MessageTypeDefinition<_google_protobuf_EnumOptionsInput, _google_protobuf_EnumOptions>
      EnumValueDescriptorProto: MessageTypeDefinition<_google_protobuf_EnumValueDescriptorProtoInput, _google_protobuf_EnumValueDescriptorProto>
      EnumValueOptions: MessageTypeDefinition<_google_protobuf_EnumValueOptionsInput, _google_protobuf_EnumValueOptions>
      ExtensionRangeOptions: MessageTypeDefinition<_google_protobuf_ExtensionRangeOptionsInput, _google_protobuf_ExtensionRangeOptions>
      FeatureSet: MessageTypeDefinition<_google_protobuf_FeatureSetInput, _google_protobuf_FeatureSet>
      FeatureSetDefaults: MessageTypeDefinition<_google_protobuf_FeatureSetDefaultsInput, _google_protobuf_FeatureSetDefaults>
      FieldDescriptorProto: MessageTypeDefinition<_google_protobuf_FieldDescriptorProtoInput, _google_protobuf_FieldDescriptorProto>
      FieldOptions: MessageTypeDefinition<_google_protobuf_FieldOptionsInput, _google_protobuf_FieldOptions>
      FileDescriptorProto: MessageTypeDefinition<_google_protobuf_FileDescriptorProtoInput, _google_protobuf_FileDescriptorProto>
      FileDescriptorSet: MessageTypeDefinition<_google_protobuf_FileDescriptorSetInput, _google_protobuf_FileDescriptorSet>
      FileOptions: MessageTypeDefinition<_google_protobuf_FileOptionsInput, _google_protobuf_FileOptions>
      GeneratedCodeInfo: MessageTypeDefinition<_google_protobuf_GeneratedCodeInfoInput, _google_protobuf_GeneratedCodeInfo>
      MessageOptions: MessageTypeDefinition<_google_protobuf_MessageOptionsInput, _google_protobuf_MessageOptions>
      MethodDescriptorProto: MessageTypeDefinition<_google_protobuf_MethodDescriptorProtoInput, _google_protobuf_MethodDescriptorProto>
      MethodOptions: MessageTypeDefinition<_google_protobuf_MethodOptionsInput, _google_protobuf_MethodOptions>
      OneofDescriptorProto: MessageTypeDefinition<_google_protobuf_OneofDescriptorProtoInput, _google_protobuf_OneofDescriptorProto>
      OneofOptions: MessageTypeDefinition<_google_protobuf_OneofOptionsInput, _google_protobuf_OneofOptions>
      ServiceDescriptorProto: MessageTypeDefinition<_google_protobuf_ServiceDescriptorProtoInput, _google_protobuf_ServiceDescriptorProto>
      ServiceOptions: MessageTypeDefinition<_google_protobuf_ServiceOptionsInput, _google_protobuf_ServiceOptions>
      SourceCodeInfo: MessageTypeDefinition<_google_protobuf_SourceCodeInfoInput, _google_protobuf_SourceCodeInfo>
      SymbolVisibility: EnumTypeDefinition
      UninterpretedOption: MessageTypeDefinition<_google_protobuf_UninterpretedOptionInput, _google_protobuf_UninterpretedOption>
    }
  }
}

