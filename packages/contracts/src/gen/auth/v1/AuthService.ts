// Original file: proto/auth/v1/auth.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApproveDecisionRequestInput as _auth_v1_ApproveDecisionRequestInput, ApproveDecisionRequest as _auth_v1_ApproveDecisionRequest } from '../../auth/v1/ApproveDecisionRequest.ts';
import type { ApproveDecisionResponseInput as _auth_v1_ApproveDecisionResponseInput, ApproveDecisionResponse as _auth_v1_ApproveDecisionResponse } from '../../auth/v1/ApproveDecisionResponse.ts';
import type { AskForApprovalRequestInput as _auth_v1_AskForApprovalRequestInput, AskForApprovalRequest as _auth_v1_AskForApprovalRequest } from '../../auth/v1/AskForApprovalRequest.ts';
import type { AskForApprovalResponseInput as _auth_v1_AskForApprovalResponseInput, AskForApprovalResponse as _auth_v1_AskForApprovalResponse } from '../../auth/v1/AskForApprovalResponse.ts';
import type { BeginTwoFactorRequestInput as _auth_v1_BeginTwoFactorRequestInput, BeginTwoFactorRequest as _auth_v1_BeginTwoFactorRequest } from '../../auth/v1/BeginTwoFactorRequest.ts';
import type { BeginTwoFactorResponseInput as _auth_v1_BeginTwoFactorResponseInput, BeginTwoFactorResponse as _auth_v1_BeginTwoFactorResponse } from '../../auth/v1/BeginTwoFactorResponse.ts';
import type { ChangePasswordRequestInput as _auth_v1_ChangePasswordRequestInput, ChangePasswordRequest as _auth_v1_ChangePasswordRequest } from '../../auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponseInput as _auth_v1_ChangePasswordResponseInput, ChangePasswordResponse as _auth_v1_ChangePasswordResponse } from '../../auth/v1/ChangePasswordResponse.ts';
import type { CheckApprovalRequestInput as _auth_v1_CheckApprovalRequestInput, CheckApprovalRequest as _auth_v1_CheckApprovalRequest } from '../../auth/v1/CheckApprovalRequest.ts';
import type { CheckApprovalResponseInput as _auth_v1_CheckApprovalResponseInput, CheckApprovalResponse as _auth_v1_CheckApprovalResponse } from '../../auth/v1/CheckApprovalResponse.ts';
import type { ConfirmEmailRequestInput as _auth_v1_ConfirmEmailRequestInput, ConfirmEmailRequest as _auth_v1_ConfirmEmailRequest } from '../../auth/v1/ConfirmEmailRequest.ts';
import type { ConfirmEmailResponseInput as _auth_v1_ConfirmEmailResponseInput, ConfirmEmailResponse as _auth_v1_ConfirmEmailResponse } from '../../auth/v1/ConfirmEmailResponse.ts';
import type { ConfirmPasswordResetRequestInput as _auth_v1_ConfirmPasswordResetRequestInput, ConfirmPasswordResetRequest as _auth_v1_ConfirmPasswordResetRequest } from '../../auth/v1/ConfirmPasswordResetRequest.ts';
import type { ConfirmPasswordResetResponseInput as _auth_v1_ConfirmPasswordResetResponseInput, ConfirmPasswordResetResponse as _auth_v1_ConfirmPasswordResetResponse } from '../../auth/v1/ConfirmPasswordResetResponse.ts';
import type { ConfirmTwoFactorRequestInput as _auth_v1_ConfirmTwoFactorRequestInput, ConfirmTwoFactorRequest as _auth_v1_ConfirmTwoFactorRequest } from '../../auth/v1/ConfirmTwoFactorRequest.ts';
import type { ConfirmTwoFactorResponseInput as _auth_v1_ConfirmTwoFactorResponseInput, ConfirmTwoFactorResponse as _auth_v1_ConfirmTwoFactorResponse } from '../../auth/v1/ConfirmTwoFactorResponse.ts';
import type { CreateAccountRequestInput as _auth_v1_CreateAccountRequestInput, CreateAccountRequest as _auth_v1_CreateAccountRequest } from '../../auth/v1/CreateAccountRequest.ts';
import type { CreateAccountResponseInput as _auth_v1_CreateAccountResponseInput, CreateAccountResponse as _auth_v1_CreateAccountResponse } from '../../auth/v1/CreateAccountResponse.ts';
import type { CreateKeyRequestInput as _auth_v1_CreateKeyRequestInput, CreateKeyRequest as _auth_v1_CreateKeyRequest } from '../../auth/v1/CreateKeyRequest.ts';
import type { CreateKeyResponseInput as _auth_v1_CreateKeyResponseInput, CreateKeyResponse as _auth_v1_CreateKeyResponse } from '../../auth/v1/CreateKeyResponse.ts';
import type { DisableTwoFactorRequestInput as _auth_v1_DisableTwoFactorRequestInput, DisableTwoFactorRequest as _auth_v1_DisableTwoFactorRequest } from '../../auth/v1/DisableTwoFactorRequest.ts';
import type { DisableTwoFactorResponseInput as _auth_v1_DisableTwoFactorResponseInput, DisableTwoFactorResponse as _auth_v1_DisableTwoFactorResponse } from '../../auth/v1/DisableTwoFactorResponse.ts';
import type { EndSessionsRequestInput as _auth_v1_EndSessionsRequestInput, EndSessionsRequest as _auth_v1_EndSessionsRequest } from '../../auth/v1/EndSessionsRequest.ts';
import type { EndSessionsResponseInput as _auth_v1_EndSessionsResponseInput, EndSessionsResponse as _auth_v1_EndSessionsResponse } from '../../auth/v1/EndSessionsResponse.ts';
import type { FindUnknownAccountsRequestInput as _auth_v1_FindUnknownAccountsRequestInput, FindUnknownAccountsRequest as _auth_v1_FindUnknownAccountsRequest } from '../../auth/v1/FindUnknownAccountsRequest.ts';
import type { FindUnknownAccountsResponseInput as _auth_v1_FindUnknownAccountsResponseInput, FindUnknownAccountsResponse as _auth_v1_FindUnknownAccountsResponse } from '../../auth/v1/FindUnknownAccountsResponse.ts';
import type { FinishApprovalRequestInput as _auth_v1_FinishApprovalRequestInput, FinishApprovalRequest as _auth_v1_FinishApprovalRequest } from '../../auth/v1/FinishApprovalRequest.ts';
import type { FinishApprovalResponseInput as _auth_v1_FinishApprovalResponseInput, FinishApprovalResponse as _auth_v1_FinishApprovalResponse } from '../../auth/v1/FinishApprovalResponse.ts';
import type { GetAccountRequestInput as _auth_v1_GetAccountRequestInput, GetAccountRequest as _auth_v1_GetAccountRequest } from '../../auth/v1/GetAccountRequest.ts';
import type { GetAccountResponseInput as _auth_v1_GetAccountResponseInput, GetAccountResponse as _auth_v1_GetAccountResponse } from '../../auth/v1/GetAccountResponse.ts';
import type { GetApprovalRequestInput as _auth_v1_GetApprovalRequestInput, GetApprovalRequest as _auth_v1_GetApprovalRequest } from '../../auth/v1/GetApprovalRequest.ts';
import type { GetApprovalResponseInput as _auth_v1_GetApprovalResponseInput, GetApprovalResponse as _auth_v1_GetApprovalResponse } from '../../auth/v1/GetApprovalResponse.ts';
import type { ListApprovalsRequestInput as _auth_v1_ListApprovalsRequestInput, ListApprovalsRequest as _auth_v1_ListApprovalsRequest } from '../../auth/v1/ListApprovalsRequest.ts';
import type { ListApprovalsResponseInput as _auth_v1_ListApprovalsResponseInput, ListApprovalsResponse as _auth_v1_ListApprovalsResponse } from '../../auth/v1/ListApprovalsResponse.ts';
import type { ListAuditLinesRequestInput as _auth_v1_ListAuditLinesRequestInput, ListAuditLinesRequest as _auth_v1_ListAuditLinesRequest } from '../../auth/v1/ListAuditLinesRequest.ts';
import type { ListAuditLinesResponseInput as _auth_v1_ListAuditLinesResponseInput, ListAuditLinesResponse as _auth_v1_ListAuditLinesResponse } from '../../auth/v1/ListAuditLinesResponse.ts';
import type { ListAuditRequestInput as _auth_v1_ListAuditRequestInput, ListAuditRequest as _auth_v1_ListAuditRequest } from '../../auth/v1/ListAuditRequest.ts';
import type { ListAuditResponseInput as _auth_v1_ListAuditResponseInput, ListAuditResponse as _auth_v1_ListAuditResponse } from '../../auth/v1/ListAuditResponse.ts';
import type { ListKeysRequestInput as _auth_v1_ListKeysRequestInput, ListKeysRequest as _auth_v1_ListKeysRequest } from '../../auth/v1/ListKeysRequest.ts';
import type { ListKeysResponseInput as _auth_v1_ListKeysResponseInput, ListKeysResponse as _auth_v1_ListKeysResponse } from '../../auth/v1/ListKeysResponse.ts';
import type { ListSessionsRequestInput as _auth_v1_ListSessionsRequestInput, ListSessionsRequest as _auth_v1_ListSessionsRequest } from '../../auth/v1/ListSessionsRequest.ts';
import type { ListSessionsResponseInput as _auth_v1_ListSessionsResponseInput, ListSessionsResponse as _auth_v1_ListSessionsResponse } from '../../auth/v1/ListSessionsResponse.ts';
import type { LogInRequestInput as _auth_v1_LogInRequestInput, LogInRequest as _auth_v1_LogInRequest } from '../../auth/v1/LogInRequest.ts';
import type { LogInResponseInput as _auth_v1_LogInResponseInput, LogInResponse as _auth_v1_LogInResponse } from '../../auth/v1/LogInResponse.ts';
import type { NotifyRequestInput as _auth_v1_NotifyRequestInput, NotifyRequest as _auth_v1_NotifyRequest } from '../../auth/v1/NotifyRequest.ts';
import type { NotifyResponseInput as _auth_v1_NotifyResponseInput, NotifyResponse as _auth_v1_NotifyResponse } from '../../auth/v1/NotifyResponse.ts';
import type { ProveSessionRequestInput as _auth_v1_ProveSessionRequestInput, ProveSessionRequest as _auth_v1_ProveSessionRequest } from '../../auth/v1/ProveSessionRequest.ts';
import type { ProveSessionResponseInput as _auth_v1_ProveSessionResponseInput, ProveSessionResponse as _auth_v1_ProveSessionResponse } from '../../auth/v1/ProveSessionResponse.ts';
import type { RecordAuditRequestInput as _auth_v1_RecordAuditRequestInput, RecordAuditRequest as _auth_v1_RecordAuditRequest } from '../../auth/v1/RecordAuditRequest.ts';
import type { RecordAuditResponseInput as _auth_v1_RecordAuditResponseInput, RecordAuditResponse as _auth_v1_RecordAuditResponse } from '../../auth/v1/RecordAuditResponse.ts';
import type { RejectDecisionRequestInput as _auth_v1_RejectDecisionRequestInput, RejectDecisionRequest as _auth_v1_RejectDecisionRequest } from '../../auth/v1/RejectDecisionRequest.ts';
import type { RejectDecisionResponseInput as _auth_v1_RejectDecisionResponseInput, RejectDecisionResponse as _auth_v1_RejectDecisionResponse } from '../../auth/v1/RejectDecisionResponse.ts';
import type { RenameKeyRequestInput as _auth_v1_RenameKeyRequestInput, RenameKeyRequest as _auth_v1_RenameKeyRequest } from '../../auth/v1/RenameKeyRequest.ts';
import type { RenameKeyResponseInput as _auth_v1_RenameKeyResponseInput, RenameKeyResponse as _auth_v1_RenameKeyResponse } from '../../auth/v1/RenameKeyResponse.ts';
import type { ReplaceRecoveryCodesRequestInput as _auth_v1_ReplaceRecoveryCodesRequestInput, ReplaceRecoveryCodesRequest as _auth_v1_ReplaceRecoveryCodesRequest } from '../../auth/v1/ReplaceRecoveryCodesRequest.ts';
import type { ReplaceRecoveryCodesResponseInput as _auth_v1_ReplaceRecoveryCodesResponseInput, ReplaceRecoveryCodesResponse as _auth_v1_ReplaceRecoveryCodesResponse } from '../../auth/v1/ReplaceRecoveryCodesResponse.ts';
import type { ReportKeyUseRequestInput as _auth_v1_ReportKeyUseRequestInput, ReportKeyUseRequest as _auth_v1_ReportKeyUseRequest } from '../../auth/v1/ReportKeyUseRequest.ts';
import type { ReportKeyUseResponseInput as _auth_v1_ReportKeyUseResponseInput, ReportKeyUseResponse as _auth_v1_ReportKeyUseResponse } from '../../auth/v1/ReportKeyUseResponse.ts';
import type { RequestPasswordResetRequestInput as _auth_v1_RequestPasswordResetRequestInput, RequestPasswordResetRequest as _auth_v1_RequestPasswordResetRequest } from '../../auth/v1/RequestPasswordResetRequest.ts';
import type { RequestPasswordResetResponseInput as _auth_v1_RequestPasswordResetResponseInput, RequestPasswordResetResponse as _auth_v1_RequestPasswordResetResponse } from '../../auth/v1/RequestPasswordResetResponse.ts';
import type { ResendConfirmationRequestInput as _auth_v1_ResendConfirmationRequestInput, ResendConfirmationRequest as _auth_v1_ResendConfirmationRequest } from '../../auth/v1/ResendConfirmationRequest.ts';
import type { ResendConfirmationResponseInput as _auth_v1_ResendConfirmationResponseInput, ResendConfirmationResponse as _auth_v1_ResendConfirmationResponse } from '../../auth/v1/ResendConfirmationResponse.ts';
import type { ResetPasswordRequestInput as _auth_v1_ResetPasswordRequestInput, ResetPasswordRequest as _auth_v1_ResetPasswordRequest } from '../../auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponseInput as _auth_v1_ResetPasswordResponseInput, ResetPasswordResponse as _auth_v1_ResetPasswordResponse } from '../../auth/v1/ResetPasswordResponse.ts';
import type { ResetTwoFactorRequestInput as _auth_v1_ResetTwoFactorRequestInput, ResetTwoFactorRequest as _auth_v1_ResetTwoFactorRequest } from '../../auth/v1/ResetTwoFactorRequest.ts';
import type { ResetTwoFactorResponseInput as _auth_v1_ResetTwoFactorResponseInput, ResetTwoFactorResponse as _auth_v1_ResetTwoFactorResponse } from '../../auth/v1/ResetTwoFactorResponse.ts';
import type { RestoreAccountRequestInput as _auth_v1_RestoreAccountRequestInput, RestoreAccountRequest as _auth_v1_RestoreAccountRequest } from '../../auth/v1/RestoreAccountRequest.ts';
import type { RestoreAccountResponseInput as _auth_v1_RestoreAccountResponseInput, RestoreAccountResponse as _auth_v1_RestoreAccountResponse } from '../../auth/v1/RestoreAccountResponse.ts';
import type { RevokeKeyRequestInput as _auth_v1_RevokeKeyRequestInput, RevokeKeyRequest as _auth_v1_RevokeKeyRequest } from '../../auth/v1/RevokeKeyRequest.ts';
import type { RevokeKeyResponseInput as _auth_v1_RevokeKeyResponseInput, RevokeKeyResponse as _auth_v1_RevokeKeyResponse } from '../../auth/v1/RevokeKeyResponse.ts';
import type { RevokeKeysRequestInput as _auth_v1_RevokeKeysRequestInput, RevokeKeysRequest as _auth_v1_RevokeKeysRequest } from '../../auth/v1/RevokeKeysRequest.ts';
import type { RevokeKeysResponseInput as _auth_v1_RevokeKeysResponseInput, RevokeKeysResponse as _auth_v1_RevokeKeysResponse } from '../../auth/v1/RevokeKeysResponse.ts';
import type { RevokeOtherSessionsRequestInput as _auth_v1_RevokeOtherSessionsRequestInput, RevokeOtherSessionsRequest as _auth_v1_RevokeOtherSessionsRequest } from '../../auth/v1/RevokeOtherSessionsRequest.ts';
import type { RevokeOtherSessionsResponseInput as _auth_v1_RevokeOtherSessionsResponseInput, RevokeOtherSessionsResponse as _auth_v1_RevokeOtherSessionsResponse } from '../../auth/v1/RevokeOtherSessionsResponse.ts';
import type { RevokeSessionRequestInput as _auth_v1_RevokeSessionRequestInput, RevokeSessionRequest as _auth_v1_RevokeSessionRequest } from '../../auth/v1/RevokeSessionRequest.ts';
import type { RevokeSessionResponseInput as _auth_v1_RevokeSessionResponseInput, RevokeSessionResponse as _auth_v1_RevokeSessionResponse } from '../../auth/v1/RevokeSessionResponse.ts';
import type { RotateKeyRequestInput as _auth_v1_RotateKeyRequestInput, RotateKeyRequest as _auth_v1_RotateKeyRequest } from '../../auth/v1/RotateKeyRequest.ts';
import type { RotateKeyResponseInput as _auth_v1_RotateKeyResponseInput, RotateKeyResponse as _auth_v1_RotateKeyResponse } from '../../auth/v1/RotateKeyResponse.ts';
import type { SetFrozenRequestInput as _auth_v1_SetFrozenRequestInput, SetFrozenRequest as _auth_v1_SetFrozenRequest } from '../../auth/v1/SetFrozenRequest.ts';
import type { SetFrozenResponseInput as _auth_v1_SetFrozenResponseInput, SetFrozenResponse as _auth_v1_SetFrozenResponse } from '../../auth/v1/SetFrozenResponse.ts';
import type { SetRateLimitRequestInput as _auth_v1_SetRateLimitRequestInput, SetRateLimitRequest as _auth_v1_SetRateLimitRequest } from '../../auth/v1/SetRateLimitRequest.ts';
import type { SetRateLimitResponseInput as _auth_v1_SetRateLimitResponseInput, SetRateLimitResponse as _auth_v1_SetRateLimitResponse } from '../../auth/v1/SetRateLimitResponse.ts';
import type { UpdateAccountRequestInput as _auth_v1_UpdateAccountRequestInput, UpdateAccountRequest as _auth_v1_UpdateAccountRequest } from '../../auth/v1/UpdateAccountRequest.ts';
import type { UpdateAccountResponseInput as _auth_v1_UpdateAccountResponseInput, UpdateAccountResponse as _auth_v1_UpdateAccountResponse } from '../../auth/v1/UpdateAccountResponse.ts';
import type { VerifyAuditLogRequestInput as _auth_v1_VerifyAuditLogRequestInput, VerifyAuditLogRequest as _auth_v1_VerifyAuditLogRequest } from '../../auth/v1/VerifyAuditLogRequest.ts';
import type { VerifyAuditLogResponseInput as _auth_v1_VerifyAuditLogResponseInput, VerifyAuditLogResponse as _auth_v1_VerifyAuditLogResponse } from '../../auth/v1/VerifyAuditLogResponse.ts';
import type { VerifyKeyRequestInput as _auth_v1_VerifyKeyRequestInput, VerifyKeyRequest as _auth_v1_VerifyKeyRequest } from '../../auth/v1/VerifyKeyRequest.ts';
import type { VerifyKeyResponseInput as _auth_v1_VerifyKeyResponseInput, VerifyKeyResponse as _auth_v1_VerifyKeyResponse } from '../../auth/v1/VerifyKeyResponse.ts';
import type { VerifySessionRequestInput as _auth_v1_VerifySessionRequestInput, VerifySessionRequest as _auth_v1_VerifySessionRequest } from '../../auth/v1/VerifySessionRequest.ts';
import type { VerifySessionResponseInput as _auth_v1_VerifySessionResponseInput, VerifySessionResponse as _auth_v1_VerifySessionResponse } from '../../auth/v1/VerifySessionResponse.ts';
import type { WatchRevocationsRequestInput as _auth_v1_WatchRevocationsRequestInput, WatchRevocationsRequest as _auth_v1_WatchRevocationsRequest } from '../../auth/v1/WatchRevocationsRequest.ts';
import type { WatchRevocationsResponseInput as _auth_v1_WatchRevocationsResponseInput, WatchRevocationsResponse as _auth_v1_WatchRevocationsResponse } from '../../auth/v1/WatchRevocationsResponse.ts';

export interface AuthServiceClient extends grpc.Client {
  ApproveDecision(argument: _auth_v1_ApproveDecisionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  ApproveDecision(argument: _auth_v1_ApproveDecisionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  ApproveDecision(argument: _auth_v1_ApproveDecisionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  ApproveDecision(argument: _auth_v1_ApproveDecisionRequestInput, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  approveDecision(argument: _auth_v1_ApproveDecisionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  approveDecision(argument: _auth_v1_ApproveDecisionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  approveDecision(argument: _auth_v1_ApproveDecisionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  approveDecision(argument: _auth_v1_ApproveDecisionRequestInput, callback: grpc.requestCallback<_auth_v1_ApproveDecisionResponse>): grpc.ClientUnaryCall;
  
  AskForApproval(argument: _auth_v1_AskForApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  AskForApproval(argument: _auth_v1_AskForApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  AskForApproval(argument: _auth_v1_AskForApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  AskForApproval(argument: _auth_v1_AskForApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  askForApproval(argument: _auth_v1_AskForApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  askForApproval(argument: _auth_v1_AskForApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  askForApproval(argument: _auth_v1_AskForApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  askForApproval(argument: _auth_v1_AskForApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_AskForApprovalResponse>): grpc.ClientUnaryCall;
  
  BeginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  BeginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  BeginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  BeginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  beginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  beginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  beginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  beginTwoFactor(argument: _auth_v1_BeginTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_BeginTwoFactorResponse>): grpc.ClientUnaryCall;
  
  ChangePassword(argument: _auth_v1_ChangePasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  ChangePassword(argument: _auth_v1_ChangePasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  ChangePassword(argument: _auth_v1_ChangePasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  ChangePassword(argument: _auth_v1_ChangePasswordRequestInput, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  changePassword(argument: _auth_v1_ChangePasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  changePassword(argument: _auth_v1_ChangePasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  changePassword(argument: _auth_v1_ChangePasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  changePassword(argument: _auth_v1_ChangePasswordRequestInput, callback: grpc.requestCallback<_auth_v1_ChangePasswordResponse>): grpc.ClientUnaryCall;
  
  CheckApproval(argument: _auth_v1_CheckApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  CheckApproval(argument: _auth_v1_CheckApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  CheckApproval(argument: _auth_v1_CheckApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  CheckApproval(argument: _auth_v1_CheckApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  checkApproval(argument: _auth_v1_CheckApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  checkApproval(argument: _auth_v1_CheckApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  checkApproval(argument: _auth_v1_CheckApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  checkApproval(argument: _auth_v1_CheckApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_CheckApprovalResponse>): grpc.ClientUnaryCall;
  
  ConfirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  confirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  confirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  confirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  confirmEmail(argument: _auth_v1_ConfirmEmailRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmEmailResponse>): grpc.ClientUnaryCall;
  
  ConfirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  ConfirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  ConfirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  ConfirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  confirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  confirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  confirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  confirmPasswordReset(argument: _auth_v1_ConfirmPasswordResetRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmPasswordResetResponse>): grpc.ClientUnaryCall;
  
  ConfirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  ConfirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  ConfirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  ConfirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  confirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  confirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  confirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  confirmTwoFactor(argument: _auth_v1_ConfirmTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_ConfirmTwoFactorResponse>): grpc.ClientUnaryCall;
  
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
  
  DisableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  DisableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  DisableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  DisableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  disableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  disableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  disableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  disableTwoFactor(argument: _auth_v1_DisableTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_DisableTwoFactorResponse>): grpc.ClientUnaryCall;
  
  EndSessions(argument: _auth_v1_EndSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  EndSessions(argument: _auth_v1_EndSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  EndSessions(argument: _auth_v1_EndSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  EndSessions(argument: _auth_v1_EndSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  endSessions(argument: _auth_v1_EndSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  endSessions(argument: _auth_v1_EndSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  endSessions(argument: _auth_v1_EndSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  endSessions(argument: _auth_v1_EndSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_EndSessionsResponse>): grpc.ClientUnaryCall;
  
  FindUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  FindUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  FindUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  FindUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  findUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  findUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  findUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  findUnknownAccounts(argument: _auth_v1_FindUnknownAccountsRequestInput, callback: grpc.requestCallback<_auth_v1_FindUnknownAccountsResponse>): grpc.ClientUnaryCall;
  
  FinishApproval(argument: _auth_v1_FinishApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  FinishApproval(argument: _auth_v1_FinishApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  FinishApproval(argument: _auth_v1_FinishApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  FinishApproval(argument: _auth_v1_FinishApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  finishApproval(argument: _auth_v1_FinishApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  finishApproval(argument: _auth_v1_FinishApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  finishApproval(argument: _auth_v1_FinishApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  finishApproval(argument: _auth_v1_FinishApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_FinishApprovalResponse>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _auth_v1_GetAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _auth_v1_GetAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _auth_v1_GetAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  GetAccount(argument: _auth_v1_GetAccountRequestInput, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _auth_v1_GetAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _auth_v1_GetAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _auth_v1_GetAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  getAccount(argument: _auth_v1_GetAccountRequestInput, callback: grpc.requestCallback<_auth_v1_GetAccountResponse>): grpc.ClientUnaryCall;
  
  GetApproval(argument: _auth_v1_GetApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  GetApproval(argument: _auth_v1_GetApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  GetApproval(argument: _auth_v1_GetApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  GetApproval(argument: _auth_v1_GetApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  getApproval(argument: _auth_v1_GetApprovalRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  getApproval(argument: _auth_v1_GetApprovalRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  getApproval(argument: _auth_v1_GetApprovalRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  getApproval(argument: _auth_v1_GetApprovalRequestInput, callback: grpc.requestCallback<_auth_v1_GetApprovalResponse>): grpc.ClientUnaryCall;
  
  ListApprovals(argument: _auth_v1_ListApprovalsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  ListApprovals(argument: _auth_v1_ListApprovalsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  ListApprovals(argument: _auth_v1_ListApprovalsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  ListApprovals(argument: _auth_v1_ListApprovalsRequestInput, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  listApprovals(argument: _auth_v1_ListApprovalsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  listApprovals(argument: _auth_v1_ListApprovalsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  listApprovals(argument: _auth_v1_ListApprovalsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  listApprovals(argument: _auth_v1_ListApprovalsRequestInput, callback: grpc.requestCallback<_auth_v1_ListApprovalsResponse>): grpc.ClientUnaryCall;
  
  ListAudit(argument: _auth_v1_ListAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  ListAudit(argument: _auth_v1_ListAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  ListAudit(argument: _auth_v1_ListAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  ListAudit(argument: _auth_v1_ListAuditRequestInput, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  listAudit(argument: _auth_v1_ListAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  listAudit(argument: _auth_v1_ListAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  listAudit(argument: _auth_v1_ListAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  listAudit(argument: _auth_v1_ListAuditRequestInput, callback: grpc.requestCallback<_auth_v1_ListAuditResponse>): grpc.ClientUnaryCall;
  
  ListAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  ListAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  ListAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  ListAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  listAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  listAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  listAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  listAuditLines(argument: _auth_v1_ListAuditLinesRequestInput, callback: grpc.requestCallback<_auth_v1_ListAuditLinesResponse>): grpc.ClientUnaryCall;
  
  ListKeys(argument: _auth_v1_ListKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _auth_v1_ListKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _auth_v1_ListKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  ListKeys(argument: _auth_v1_ListKeysRequestInput, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _auth_v1_ListKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _auth_v1_ListKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _auth_v1_ListKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  listKeys(argument: _auth_v1_ListKeysRequestInput, callback: grpc.requestCallback<_auth_v1_ListKeysResponse>): grpc.ClientUnaryCall;
  
  ListSessions(argument: _auth_v1_ListSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  ListSessions(argument: _auth_v1_ListSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  ListSessions(argument: _auth_v1_ListSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  ListSessions(argument: _auth_v1_ListSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  listSessions(argument: _auth_v1_ListSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  listSessions(argument: _auth_v1_ListSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  listSessions(argument: _auth_v1_ListSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  listSessions(argument: _auth_v1_ListSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_ListSessionsResponse>): grpc.ClientUnaryCall;
  
  LogIn(argument: _auth_v1_LogInRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  LogIn(argument: _auth_v1_LogInRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  LogIn(argument: _auth_v1_LogInRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  LogIn(argument: _auth_v1_LogInRequestInput, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  logIn(argument: _auth_v1_LogInRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  logIn(argument: _auth_v1_LogInRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  logIn(argument: _auth_v1_LogInRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  logIn(argument: _auth_v1_LogInRequestInput, callback: grpc.requestCallback<_auth_v1_LogInResponse>): grpc.ClientUnaryCall;
  
  Notify(argument: _auth_v1_NotifyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  Notify(argument: _auth_v1_NotifyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  Notify(argument: _auth_v1_NotifyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  Notify(argument: _auth_v1_NotifyRequestInput, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  notify(argument: _auth_v1_NotifyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  notify(argument: _auth_v1_NotifyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  notify(argument: _auth_v1_NotifyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  notify(argument: _auth_v1_NotifyRequestInput, callback: grpc.requestCallback<_auth_v1_NotifyResponse>): grpc.ClientUnaryCall;
  
  ProveSession(argument: _auth_v1_ProveSessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  ProveSession(argument: _auth_v1_ProveSessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  ProveSession(argument: _auth_v1_ProveSessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  ProveSession(argument: _auth_v1_ProveSessionRequestInput, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  proveSession(argument: _auth_v1_ProveSessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  proveSession(argument: _auth_v1_ProveSessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  proveSession(argument: _auth_v1_ProveSessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  proveSession(argument: _auth_v1_ProveSessionRequestInput, callback: grpc.requestCallback<_auth_v1_ProveSessionResponse>): grpc.ClientUnaryCall;
  
  RecordAudit(argument: _auth_v1_RecordAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  RecordAudit(argument: _auth_v1_RecordAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  RecordAudit(argument: _auth_v1_RecordAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  RecordAudit(argument: _auth_v1_RecordAuditRequestInput, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  recordAudit(argument: _auth_v1_RecordAuditRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  recordAudit(argument: _auth_v1_RecordAuditRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  recordAudit(argument: _auth_v1_RecordAuditRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  recordAudit(argument: _auth_v1_RecordAuditRequestInput, callback: grpc.requestCallback<_auth_v1_RecordAuditResponse>): grpc.ClientUnaryCall;
  
  RejectDecision(argument: _auth_v1_RejectDecisionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  RejectDecision(argument: _auth_v1_RejectDecisionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  RejectDecision(argument: _auth_v1_RejectDecisionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  RejectDecision(argument: _auth_v1_RejectDecisionRequestInput, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  rejectDecision(argument: _auth_v1_RejectDecisionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  rejectDecision(argument: _auth_v1_RejectDecisionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  rejectDecision(argument: _auth_v1_RejectDecisionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  rejectDecision(argument: _auth_v1_RejectDecisionRequestInput, callback: grpc.requestCallback<_auth_v1_RejectDecisionResponse>): grpc.ClientUnaryCall;
  
  RenameKey(argument: _auth_v1_RenameKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  RenameKey(argument: _auth_v1_RenameKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  RenameKey(argument: _auth_v1_RenameKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  RenameKey(argument: _auth_v1_RenameKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  renameKey(argument: _auth_v1_RenameKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  renameKey(argument: _auth_v1_RenameKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  renameKey(argument: _auth_v1_RenameKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  renameKey(argument: _auth_v1_RenameKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RenameKeyResponse>): grpc.ClientUnaryCall;
  
  ReplaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  ReplaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  ReplaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  ReplaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  replaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  replaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  replaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  replaceRecoveryCodes(argument: _auth_v1_ReplaceRecoveryCodesRequestInput, callback: grpc.requestCallback<_auth_v1_ReplaceRecoveryCodesResponse>): grpc.ClientUnaryCall;
  
  ReportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  ReportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  ReportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  ReportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  reportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  reportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  reportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  reportKeyUse(argument: _auth_v1_ReportKeyUseRequestInput, callback: grpc.requestCallback<_auth_v1_ReportKeyUseResponse>): grpc.ClientUnaryCall;
  
  RequestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  RequestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  RequestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  RequestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  requestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  requestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  requestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  requestPasswordReset(argument: _auth_v1_RequestPasswordResetRequestInput, callback: grpc.requestCallback<_auth_v1_RequestPasswordResetResponse>): grpc.ClientUnaryCall;
  
  ResendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  ResendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  ResendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  ResendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  resendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  resendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  resendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  resendConfirmation(argument: _auth_v1_ResendConfirmationRequestInput, callback: grpc.requestCallback<_auth_v1_ResendConfirmationResponse>): grpc.ClientUnaryCall;
  
  ResetPassword(argument: _auth_v1_ResetPasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  ResetPassword(argument: _auth_v1_ResetPasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  ResetPassword(argument: _auth_v1_ResetPasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  ResetPassword(argument: _auth_v1_ResetPasswordRequestInput, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  resetPassword(argument: _auth_v1_ResetPasswordRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  resetPassword(argument: _auth_v1_ResetPasswordRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  resetPassword(argument: _auth_v1_ResetPasswordRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  resetPassword(argument: _auth_v1_ResetPasswordRequestInput, callback: grpc.requestCallback<_auth_v1_ResetPasswordResponse>): grpc.ClientUnaryCall;
  
  ResetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  ResetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  ResetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  ResetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  resetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  resetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  resetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  resetTwoFactor(argument: _auth_v1_ResetTwoFactorRequestInput, callback: grpc.requestCallback<_auth_v1_ResetTwoFactorResponse>): grpc.ClientUnaryCall;
  
  RestoreAccount(argument: _auth_v1_RestoreAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  RestoreAccount(argument: _auth_v1_RestoreAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  RestoreAccount(argument: _auth_v1_RestoreAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  RestoreAccount(argument: _auth_v1_RestoreAccountRequestInput, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  restoreAccount(argument: _auth_v1_RestoreAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  restoreAccount(argument: _auth_v1_RestoreAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  restoreAccount(argument: _auth_v1_RestoreAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  restoreAccount(argument: _auth_v1_RestoreAccountRequestInput, callback: grpc.requestCallback<_auth_v1_RestoreAccountResponse>): grpc.ClientUnaryCall;
  
  RevokeKey(argument: _auth_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _auth_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _auth_v1_RevokeKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  RevokeKey(argument: _auth_v1_RevokeKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _auth_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _auth_v1_RevokeKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _auth_v1_RevokeKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  revokeKey(argument: _auth_v1_RevokeKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeKeyResponse>): grpc.ClientUnaryCall;
  
  RevokeKeys(argument: _auth_v1_RevokeKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  RevokeKeys(argument: _auth_v1_RevokeKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  RevokeKeys(argument: _auth_v1_RevokeKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  RevokeKeys(argument: _auth_v1_RevokeKeysRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  revokeKeys(argument: _auth_v1_RevokeKeysRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  revokeKeys(argument: _auth_v1_RevokeKeysRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  revokeKeys(argument: _auth_v1_RevokeKeysRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  revokeKeys(argument: _auth_v1_RevokeKeysRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeKeysResponse>): grpc.ClientUnaryCall;
  
  RevokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  RevokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  RevokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  RevokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  revokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  revokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  revokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  revokeOtherSessions(argument: _auth_v1_RevokeOtherSessionsRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeOtherSessionsResponse>): grpc.ClientUnaryCall;
  
  RevokeSession(argument: _auth_v1_RevokeSessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  RevokeSession(argument: _auth_v1_RevokeSessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  RevokeSession(argument: _auth_v1_RevokeSessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  RevokeSession(argument: _auth_v1_RevokeSessionRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  revokeSession(argument: _auth_v1_RevokeSessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  revokeSession(argument: _auth_v1_RevokeSessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  revokeSession(argument: _auth_v1_RevokeSessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  revokeSession(argument: _auth_v1_RevokeSessionRequestInput, callback: grpc.requestCallback<_auth_v1_RevokeSessionResponse>): grpc.ClientUnaryCall;
  
  RotateKey(argument: _auth_v1_RotateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  RotateKey(argument: _auth_v1_RotateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  RotateKey(argument: _auth_v1_RotateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  RotateKey(argument: _auth_v1_RotateKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  rotateKey(argument: _auth_v1_RotateKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  rotateKey(argument: _auth_v1_RotateKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  rotateKey(argument: _auth_v1_RotateKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  rotateKey(argument: _auth_v1_RotateKeyRequestInput, callback: grpc.requestCallback<_auth_v1_RotateKeyResponse>): grpc.ClientUnaryCall;
  
  SetFrozen(argument: _auth_v1_SetFrozenRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  SetFrozen(argument: _auth_v1_SetFrozenRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  SetFrozen(argument: _auth_v1_SetFrozenRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  SetFrozen(argument: _auth_v1_SetFrozenRequestInput, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  setFrozen(argument: _auth_v1_SetFrozenRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  setFrozen(argument: _auth_v1_SetFrozenRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  setFrozen(argument: _auth_v1_SetFrozenRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  setFrozen(argument: _auth_v1_SetFrozenRequestInput, callback: grpc.requestCallback<_auth_v1_SetFrozenResponse>): grpc.ClientUnaryCall;
  
  SetRateLimit(argument: _auth_v1_SetRateLimitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _auth_v1_SetRateLimitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _auth_v1_SetRateLimitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  SetRateLimit(argument: _auth_v1_SetRateLimitRequestInput, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  setRateLimit(argument: _auth_v1_SetRateLimitRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  setRateLimit(argument: _auth_v1_SetRateLimitRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  setRateLimit(argument: _auth_v1_SetRateLimitRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  setRateLimit(argument: _auth_v1_SetRateLimitRequestInput, callback: grpc.requestCallback<_auth_v1_SetRateLimitResponse>): grpc.ClientUnaryCall;
  
  UpdateAccount(argument: _auth_v1_UpdateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _auth_v1_UpdateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _auth_v1_UpdateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _auth_v1_UpdateAccountRequestInput, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  updateAccount(argument: _auth_v1_UpdateAccountRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  updateAccount(argument: _auth_v1_UpdateAccountRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  updateAccount(argument: _auth_v1_UpdateAccountRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  updateAccount(argument: _auth_v1_UpdateAccountRequestInput, callback: grpc.requestCallback<_auth_v1_UpdateAccountResponse>): grpc.ClientUnaryCall;
  
  VerifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  VerifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  VerifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  VerifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  verifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  verifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  verifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  verifyAuditLog(argument: _auth_v1_VerifyAuditLogRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyAuditLogResponse>): grpc.ClientUnaryCall;
  
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  VerifyKey(argument: _auth_v1_VerifyKeyRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  verifyKey(argument: _auth_v1_VerifyKeyRequestInput, callback: grpc.requestCallback<_auth_v1_VerifyKeyResponse>): grpc.ClientUnaryCall;
  
  VerifySession(argument: _auth_v1_VerifySessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  VerifySession(argument: _auth_v1_VerifySessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  VerifySession(argument: _auth_v1_VerifySessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  VerifySession(argument: _auth_v1_VerifySessionRequestInput, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  verifySession(argument: _auth_v1_VerifySessionRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  verifySession(argument: _auth_v1_VerifySessionRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  verifySession(argument: _auth_v1_VerifySessionRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  verifySession(argument: _auth_v1_VerifySessionRequestInput, callback: grpc.requestCallback<_auth_v1_VerifySessionResponse>): grpc.ClientUnaryCall;
  
  WatchRevocations(argument: _auth_v1_WatchRevocationsRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_auth_v1_WatchRevocationsResponse>;
  WatchRevocations(argument: _auth_v1_WatchRevocationsRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_auth_v1_WatchRevocationsResponse>;
  watchRevocations(argument: _auth_v1_WatchRevocationsRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_auth_v1_WatchRevocationsResponse>;
  watchRevocations(argument: _auth_v1_WatchRevocationsRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_auth_v1_WatchRevocationsResponse>;
  
}

export interface AuthServiceHandlers extends grpc.UntypedServiceImplementation {
  ApproveDecision: grpc.handleUnaryCall<_auth_v1_ApproveDecisionRequest, _auth_v1_ApproveDecisionResponseInput>;
  
  AskForApproval: grpc.handleUnaryCall<_auth_v1_AskForApprovalRequest, _auth_v1_AskForApprovalResponseInput>;
  
  BeginTwoFactor: grpc.handleUnaryCall<_auth_v1_BeginTwoFactorRequest, _auth_v1_BeginTwoFactorResponseInput>;
  
  ChangePassword: grpc.handleUnaryCall<_auth_v1_ChangePasswordRequest, _auth_v1_ChangePasswordResponseInput>;
  
  CheckApproval: grpc.handleUnaryCall<_auth_v1_CheckApprovalRequest, _auth_v1_CheckApprovalResponseInput>;
  
  ConfirmEmail: grpc.handleUnaryCall<_auth_v1_ConfirmEmailRequest, _auth_v1_ConfirmEmailResponseInput>;
  
  ConfirmPasswordReset: grpc.handleUnaryCall<_auth_v1_ConfirmPasswordResetRequest, _auth_v1_ConfirmPasswordResetResponseInput>;
  
  ConfirmTwoFactor: grpc.handleUnaryCall<_auth_v1_ConfirmTwoFactorRequest, _auth_v1_ConfirmTwoFactorResponseInput>;
  
  CreateAccount: grpc.handleUnaryCall<_auth_v1_CreateAccountRequest, _auth_v1_CreateAccountResponseInput>;
  
  CreateKey: grpc.handleUnaryCall<_auth_v1_CreateKeyRequest, _auth_v1_CreateKeyResponseInput>;
  
  DisableTwoFactor: grpc.handleUnaryCall<_auth_v1_DisableTwoFactorRequest, _auth_v1_DisableTwoFactorResponseInput>;
  
  EndSessions: grpc.handleUnaryCall<_auth_v1_EndSessionsRequest, _auth_v1_EndSessionsResponseInput>;
  
  FindUnknownAccounts: grpc.handleUnaryCall<_auth_v1_FindUnknownAccountsRequest, _auth_v1_FindUnknownAccountsResponseInput>;
  
  FinishApproval: grpc.handleUnaryCall<_auth_v1_FinishApprovalRequest, _auth_v1_FinishApprovalResponseInput>;
  
  GetAccount: grpc.handleUnaryCall<_auth_v1_GetAccountRequest, _auth_v1_GetAccountResponseInput>;
  
  GetApproval: grpc.handleUnaryCall<_auth_v1_GetApprovalRequest, _auth_v1_GetApprovalResponseInput>;
  
  ListApprovals: grpc.handleUnaryCall<_auth_v1_ListApprovalsRequest, _auth_v1_ListApprovalsResponseInput>;
  
  ListAudit: grpc.handleUnaryCall<_auth_v1_ListAuditRequest, _auth_v1_ListAuditResponseInput>;
  
  ListAuditLines: grpc.handleUnaryCall<_auth_v1_ListAuditLinesRequest, _auth_v1_ListAuditLinesResponseInput>;
  
  ListKeys: grpc.handleUnaryCall<_auth_v1_ListKeysRequest, _auth_v1_ListKeysResponseInput>;
  
  ListSessions: grpc.handleUnaryCall<_auth_v1_ListSessionsRequest, _auth_v1_ListSessionsResponseInput>;
  
  LogIn: grpc.handleUnaryCall<_auth_v1_LogInRequest, _auth_v1_LogInResponseInput>;
  
  Notify: grpc.handleUnaryCall<_auth_v1_NotifyRequest, _auth_v1_NotifyResponseInput>;
  
  ProveSession: grpc.handleUnaryCall<_auth_v1_ProveSessionRequest, _auth_v1_ProveSessionResponseInput>;
  
  RecordAudit: grpc.handleUnaryCall<_auth_v1_RecordAuditRequest, _auth_v1_RecordAuditResponseInput>;
  
  RejectDecision: grpc.handleUnaryCall<_auth_v1_RejectDecisionRequest, _auth_v1_RejectDecisionResponseInput>;
  
  RenameKey: grpc.handleUnaryCall<_auth_v1_RenameKeyRequest, _auth_v1_RenameKeyResponseInput>;
  
  ReplaceRecoveryCodes: grpc.handleUnaryCall<_auth_v1_ReplaceRecoveryCodesRequest, _auth_v1_ReplaceRecoveryCodesResponseInput>;
  
  ReportKeyUse: grpc.handleUnaryCall<_auth_v1_ReportKeyUseRequest, _auth_v1_ReportKeyUseResponseInput>;
  
  RequestPasswordReset: grpc.handleUnaryCall<_auth_v1_RequestPasswordResetRequest, _auth_v1_RequestPasswordResetResponseInput>;
  
  ResendConfirmation: grpc.handleUnaryCall<_auth_v1_ResendConfirmationRequest, _auth_v1_ResendConfirmationResponseInput>;
  
  ResetPassword: grpc.handleUnaryCall<_auth_v1_ResetPasswordRequest, _auth_v1_ResetPasswordResponseInput>;
  
  ResetTwoFactor: grpc.handleUnaryCall<_auth_v1_ResetTwoFactorRequest, _auth_v1_ResetTwoFactorResponseInput>;
  
  RestoreAccount: grpc.handleUnaryCall<_auth_v1_RestoreAccountRequest, _auth_v1_RestoreAccountResponseInput>;
  
  RevokeKey: grpc.handleUnaryCall<_auth_v1_RevokeKeyRequest, _auth_v1_RevokeKeyResponseInput>;
  
  RevokeKeys: grpc.handleUnaryCall<_auth_v1_RevokeKeysRequest, _auth_v1_RevokeKeysResponseInput>;
  
  RevokeOtherSessions: grpc.handleUnaryCall<_auth_v1_RevokeOtherSessionsRequest, _auth_v1_RevokeOtherSessionsResponseInput>;
  
  RevokeSession: grpc.handleUnaryCall<_auth_v1_RevokeSessionRequest, _auth_v1_RevokeSessionResponseInput>;
  
  RotateKey: grpc.handleUnaryCall<_auth_v1_RotateKeyRequest, _auth_v1_RotateKeyResponseInput>;
  
  SetFrozen: grpc.handleUnaryCall<_auth_v1_SetFrozenRequest, _auth_v1_SetFrozenResponseInput>;
  
  SetRateLimit: grpc.handleUnaryCall<_auth_v1_SetRateLimitRequest, _auth_v1_SetRateLimitResponseInput>;
  
  UpdateAccount: grpc.handleUnaryCall<_auth_v1_UpdateAccountRequest, _auth_v1_UpdateAccountResponseInput>;
  
  VerifyAuditLog: grpc.handleUnaryCall<_auth_v1_VerifyAuditLogRequest, _auth_v1_VerifyAuditLogResponseInput>;
  
  VerifyKey: grpc.handleUnaryCall<_auth_v1_VerifyKeyRequest, _auth_v1_VerifyKeyResponseInput>;
  
  VerifySession: grpc.handleUnaryCall<_auth_v1_VerifySessionRequest, _auth_v1_VerifySessionResponseInput>;
  
  WatchRevocations: grpc.handleServerStreamingCall<_auth_v1_WatchRevocationsRequest, _auth_v1_WatchRevocationsResponseInput>;
  
}

export interface AuthServiceDefinition extends grpc.ServiceDefinition {
  ApproveDecision: MethodDefinition<_auth_v1_ApproveDecisionRequestInput, _auth_v1_ApproveDecisionResponseInput, _auth_v1_ApproveDecisionRequest, _auth_v1_ApproveDecisionResponse>
  AskForApproval: MethodDefinition<_auth_v1_AskForApprovalRequestInput, _auth_v1_AskForApprovalResponseInput, _auth_v1_AskForApprovalRequest, _auth_v1_AskForApprovalResponse>
  BeginTwoFactor: MethodDefinition<_auth_v1_BeginTwoFactorRequestInput, _auth_v1_BeginTwoFactorResponseInput, _auth_v1_BeginTwoFactorRequest, _auth_v1_BeginTwoFactorResponse>
  ChangePassword: MethodDefinition<_auth_v1_ChangePasswordRequestInput, _auth_v1_ChangePasswordResponseInput, _auth_v1_ChangePasswordRequest, _auth_v1_ChangePasswordResponse>
  CheckApproval: MethodDefinition<_auth_v1_CheckApprovalRequestInput, _auth_v1_CheckApprovalResponseInput, _auth_v1_CheckApprovalRequest, _auth_v1_CheckApprovalResponse>
  ConfirmEmail: MethodDefinition<_auth_v1_ConfirmEmailRequestInput, _auth_v1_ConfirmEmailResponseInput, _auth_v1_ConfirmEmailRequest, _auth_v1_ConfirmEmailResponse>
  ConfirmPasswordReset: MethodDefinition<_auth_v1_ConfirmPasswordResetRequestInput, _auth_v1_ConfirmPasswordResetResponseInput, _auth_v1_ConfirmPasswordResetRequest, _auth_v1_ConfirmPasswordResetResponse>
  ConfirmTwoFactor: MethodDefinition<_auth_v1_ConfirmTwoFactorRequestInput, _auth_v1_ConfirmTwoFactorResponseInput, _auth_v1_ConfirmTwoFactorRequest, _auth_v1_ConfirmTwoFactorResponse>
  CreateAccount: MethodDefinition<_auth_v1_CreateAccountRequestInput, _auth_v1_CreateAccountResponseInput, _auth_v1_CreateAccountRequest, _auth_v1_CreateAccountResponse>
  CreateKey: MethodDefinition<_auth_v1_CreateKeyRequestInput, _auth_v1_CreateKeyResponseInput, _auth_v1_CreateKeyRequest, _auth_v1_CreateKeyResponse>
  DisableTwoFactor: MethodDefinition<_auth_v1_DisableTwoFactorRequestInput, _auth_v1_DisableTwoFactorResponseInput, _auth_v1_DisableTwoFactorRequest, _auth_v1_DisableTwoFactorResponse>
  EndSessions: MethodDefinition<_auth_v1_EndSessionsRequestInput, _auth_v1_EndSessionsResponseInput, _auth_v1_EndSessionsRequest, _auth_v1_EndSessionsResponse>
  FindUnknownAccounts: MethodDefinition<_auth_v1_FindUnknownAccountsRequestInput, _auth_v1_FindUnknownAccountsResponseInput, _auth_v1_FindUnknownAccountsRequest, _auth_v1_FindUnknownAccountsResponse>
  FinishApproval: MethodDefinition<_auth_v1_FinishApprovalRequestInput, _auth_v1_FinishApprovalResponseInput, _auth_v1_FinishApprovalRequest, _auth_v1_FinishApprovalResponse>
  GetAccount: MethodDefinition<_auth_v1_GetAccountRequestInput, _auth_v1_GetAccountResponseInput, _auth_v1_GetAccountRequest, _auth_v1_GetAccountResponse>
  GetApproval: MethodDefinition<_auth_v1_GetApprovalRequestInput, _auth_v1_GetApprovalResponseInput, _auth_v1_GetApprovalRequest, _auth_v1_GetApprovalResponse>
  ListApprovals: MethodDefinition<_auth_v1_ListApprovalsRequestInput, _auth_v1_ListApprovalsResponseInput, _auth_v1_ListApprovalsRequest, _auth_v1_ListApprovalsResponse>
  ListAudit: MethodDefinition<_auth_v1_ListAuditRequestInput, _auth_v1_ListAuditResponseInput, _auth_v1_ListAuditRequest, _auth_v1_ListAuditResponse>
  ListAuditLines: MethodDefinition<_auth_v1_ListAuditLinesRequestInput, _auth_v1_ListAuditLinesResponseInput, _auth_v1_ListAuditLinesRequest, _auth_v1_ListAuditLinesResponse>
  ListKeys: MethodDefinition<_auth_v1_ListKeysRequestInput, _auth_v1_ListKeysResponseInput, _auth_v1_ListKeysRequest, _auth_v1_ListKeysResponse>
  ListSessions: MethodDefinition<_auth_v1_ListSessionsRequestInput, _auth_v1_ListSessionsResponseInput, _auth_v1_ListSessionsRequest, _auth_v1_ListSessionsResponse>
  LogIn: MethodDefinition<_auth_v1_LogInRequestInput, _auth_v1_LogInResponseInput, _auth_v1_LogInRequest, _auth_v1_LogInResponse>
  Notify: MethodDefinition<_auth_v1_NotifyRequestInput, _auth_v1_NotifyResponseInput, _auth_v1_NotifyRequest, _auth_v1_NotifyResponse>
  ProveSession: MethodDefinition<_auth_v1_ProveSessionRequestInput, _auth_v1_ProveSessionResponseInput, _auth_v1_ProveSessionRequest, _auth_v1_ProveSessionResponse>
  RecordAudit: MethodDefinition<_auth_v1_RecordAuditRequestInput, _auth_v1_RecordAuditResponseInput, _auth_v1_RecordAuditRequest, _auth_v1_RecordAuditResponse>
  RejectDecision: MethodDefinition<_auth_v1_RejectDecisionRequestInput, _auth_v1_RejectDecisionResponseInput, _auth_v1_RejectDecisionRequest, _auth_v1_RejectDecisionResponse>
  RenameKey: MethodDefinition<_auth_v1_RenameKeyRequestInput, _auth_v1_RenameKeyResponseInput, _auth_v1_RenameKeyRequest, _auth_v1_RenameKeyResponse>
  ReplaceRecoveryCodes: MethodDefinition<_auth_v1_ReplaceRecoveryCodesRequestInput, _auth_v1_ReplaceRecoveryCodesResponseInput, _auth_v1_ReplaceRecoveryCodesRequest, _auth_v1_ReplaceRecoveryCodesResponse>
  ReportKeyUse: MethodDefinition<_auth_v1_ReportKeyUseRequestInput, _auth_v1_ReportKeyUseResponseInput, _auth_v1_ReportKeyUseRequest, _auth_v1_ReportKeyUseResponse>
  RequestPasswordReset: MethodDefinition<_auth_v1_RequestPasswordResetRequestInput, _auth_v1_RequestPasswordResetResponseInput, _auth_v1_RequestPasswordResetRequest, _auth_v1_RequestPasswordResetResponse>
  ResendConfirmation: MethodDefinition<_auth_v1_ResendConfirmationRequestInput, _auth_v1_ResendConfirmationResponseInput, _auth_v1_ResendConfirmationRequest, _auth_v1_ResendConfirmationResponse>
  ResetPassword: MethodDefinition<_auth_v1_ResetPasswordRequestInput, _auth_v1_ResetPasswordResponseInput, _auth_v1_ResetPasswordRequest, _auth_v1_ResetPasswordResponse>
  ResetTwoFactor: MethodDefinition<_auth_v1_ResetTwoFactorRequestInput, _auth_v1_ResetTwoFactorResponseInput, _auth_v1_ResetTwoFactorRequest, _auth_v1_ResetTwoFactorResponse>
  RestoreAccount: MethodDefinition<_auth_v1_RestoreAccountRequestInput, _auth_v1_RestoreAccountResponseInput, _auth_v1_RestoreAccountRequest, _auth_v1_RestoreAccountResponse>
  RevokeKey: MethodDefinition<_auth_v1_RevokeKeyRequestInput, _auth_v1_RevokeKeyResponseInput, _auth_v1_RevokeKeyRequest, _auth_v1_RevokeKeyResponse>
  RevokeKeys: MethodDefinition<_auth_v1_RevokeKeysRequestInput, _auth_v1_RevokeKeysResponseInput, _auth_v1_RevokeKeysRequest, _auth_v1_RevokeKeysResponse>
  RevokeOtherSessions: MethodDefinition<_auth_v1_RevokeOtherSessionsRequestInput, _auth_v1_RevokeOtherSessionsResponseInput, _auth_v1_RevokeOtherSessionsRequest, _auth_v1_RevokeOtherSessionsResponse>
  RevokeSession: MethodDefinition<_auth_v1_RevokeSessionRequestInput, _auth_v1_RevokeSessionResponseInput, _auth_v1_RevokeSessionRequest, _auth_v1_RevokeSessionResponse>
  RotateKey: MethodDefinition<_auth_v1_RotateKeyRequestInput, _auth_v1_RotateKeyResponseInput, _auth_v1_RotateKeyRequest, _auth_v1_RotateKeyResponse>
  SetFrozen: MethodDefinition<_auth_v1_SetFrozenRequestInput, _auth_v1_SetFrozenResponseInput, _auth_v1_SetFrozenRequest, _auth_v1_SetFrozenResponse>
  SetRateLimit: MethodDefinition<_auth_v1_SetRateLimitRequestInput, _auth_v1_SetRateLimitResponseInput, _auth_v1_SetRateLimitRequest, _auth_v1_SetRateLimitResponse>
  UpdateAccount: MethodDefinition<_auth_v1_UpdateAccountRequestInput, _auth_v1_UpdateAccountResponseInput, _auth_v1_UpdateAccountRequest, _auth_v1_UpdateAccountResponse>
  VerifyAuditLog: MethodDefinition<_auth_v1_VerifyAuditLogRequestInput, _auth_v1_VerifyAuditLogResponseInput, _auth_v1_VerifyAuditLogRequest, _auth_v1_VerifyAuditLogResponse>
  VerifyKey: MethodDefinition<_auth_v1_VerifyKeyRequestInput, _auth_v1_VerifyKeyResponseInput, _auth_v1_VerifyKeyRequest, _auth_v1_VerifyKeyResponse>
  VerifySession: MethodDefinition<_auth_v1_VerifySessionRequestInput, _auth_v1_VerifySessionResponseInput, _auth_v1_VerifySessionRequest, _auth_v1_VerifySessionResponse>
  WatchRevocations: MethodDefinition<_auth_v1_WatchRevocationsRequestInput, _auth_v1_WatchRevocationsResponseInput, _auth_v1_WatchRevocationsRequest, _auth_v1_WatchRevocationsResponse>
}
