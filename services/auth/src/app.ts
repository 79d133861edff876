import { type AuditInput, parseAuditInput } from './domain/audit-lines.ts';
import type { Ports } from './ports.ts';
import {
  confirmEmail,
  getAccount,
  resendConfirmation,
  updateAccount,
} from './use-cases/accounts.ts';
import {
  approveDecision,
  askForApproval,
  checkApproval,
  finishApproval,
  getApproval,
  rejectDecision,
} from './use-cases/approvals.ts';
import { getAuditEnd, listAudit, verifyAudit } from './use-cases/audit.ts';
import { createAccount } from './use-cases/create-account.ts';
import { createKey, renameKey, revokeKey, rotateKey } from './use-cases/keys.ts';
import { logIn } from './use-cases/log-in.ts';
import { notify, sendMails } from './use-cases/mails.ts';
import {
  endSessions,
  resetPassword,
  resetTwoFactor,
  restoreAccount,
  revokeKeys,
  setFrozen,
  setRateLimit,
} from './use-cases/operations.ts';
import {
  changePassword,
  confirmPasswordReset,
  mailResetLinks,
  requestPasswordReset,
} from './use-cases/passwords.ts';
import {
  proveSession,
  revokeOtherSessions,
  revokeSession,
  verifySession,
} from './use-cases/sessions.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  replaceRecoveryCodes,
  resealSecrets,
} from './use-cases/two-factor.ts';
import { reportKeyUse, verifyKey } from './use-cases/use-keys.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createAccount: createAccount(ports),
    getAccount: getAccount(ports),
    updateAccount: updateAccount(ports),
    changePassword: changePassword(ports),
    logIn: logIn(ports),
    verifySession: verifySession(ports),
    listSessions: (accountId: string) => ports.sessions.listLive(accountId, ports.now()),
    revokeSession: revokeSession(ports),
    revokeOtherSessions: revokeOtherSessions(ports),
    proveSession: proveSession(ports),
    requestPasswordReset: requestPasswordReset(ports),
    mailResetLinks: mailResetLinks(ports),
    confirmPasswordReset: confirmPasswordReset(ports),
    confirmEmail: confirmEmail(ports),
    resendConfirmation: resendConfirmation(ports),
    notify: notify(ports),
    sendMails: sendMails(ports),
    resealSecrets: resealSecrets(ports),
    beginTwoFactor: beginTwoFactor(ports),
    confirmTwoFactor: confirmTwoFactor(ports),
    disableTwoFactor: disableTwoFactor(ports),
    replaceRecoveryCodes: replaceRecoveryCodes(ports),
    createKey: createKey(ports),
    listKeys: ports.apiKeys.list,
    renameKey: renameKey(ports),
    rotateKey: rotateKey(ports),
    revokeKey: revokeKey(ports),
    verifyKey: verifyKey(ports),
    reportKeyUse: reportKeyUse(ports),
    watchRevocations: async (signal: AbortSignal) => ports.revocations.watch(signal),
    setFrozen: setFrozen(ports),
    setRateLimit: setRateLimit(ports),
    findUnknownAccounts: ports.accounts.unknownAmong,
    restoreAccount: restoreAccount(ports),
    resetPassword: resetPassword(ports),
    resetTwoFactor: resetTwoFactor(ports),
    revokeKeys: revokeKeys(ports),
    endSessions: endSessions(ports),
    askForApproval: askForApproval(ports),
    listApprovals: (withEnded: boolean) => ports.approvals.list(ports.now(), withEnded),
    getApproval: getApproval(ports),
    approveDecision: approveDecision(ports),
    rejectDecision: rejectDecision(ports),
    checkApproval: checkApproval(ports),
    finishApproval: finishApproval(ports),
    recordAudit: (input: AuditInput) => ports.audit.append(parseAuditInput(input, ports.now())),
    listAudit: listAudit(ports),
    getAuditEnd: getAuditEnd(ports),
    verifyAudit: verifyAudit(ports),
    auditLinesAfter: ports.archive.linesAfter,
  };
}

export type App = ReturnType<typeof buildApp>;
