import type { Ports } from './ports.ts';
import { approveDecision } from './use-cases/approve-decision.ts';
import { askForApproval } from './use-cases/ask-for-approval.ts';
import { beginTwoFactor } from './use-cases/begin-two-factor.ts';
import { changePassword } from './use-cases/change-password.ts';
import { checkApproval } from './use-cases/check-approval.ts';
import { confirmEmail } from './use-cases/confirm-email.ts';
import { confirmPasswordReset } from './use-cases/confirm-password-reset.ts';
import { confirmTwoFactor } from './use-cases/confirm-two-factor.ts';
import { createAccount } from './use-cases/create-account.ts';
import { createKey } from './use-cases/create-key.ts';
import { disableTwoFactor } from './use-cases/disable-two-factor.ts';
import { endSessions } from './use-cases/end-sessions.ts';
import { findUnknownAccounts } from './use-cases/find-unknown-accounts.ts';
import { finishApproval } from './use-cases/finish-approval.ts';
import { getAccount } from './use-cases/get-account.ts';
import { getApproval } from './use-cases/get-approval.ts';
import { getAuditEnd } from './use-cases/get-audit-end.ts';
import { listApprovals } from './use-cases/list-approvals.ts';
import { listAudit } from './use-cases/list-audit.ts';
import { listKeys } from './use-cases/list-keys.ts';
import { listSessions } from './use-cases/list-sessions.ts';
import { logIn } from './use-cases/log-in.ts';
import { mailResetLinks } from './use-cases/mail-reset-links.ts';
import { notify } from './use-cases/notify.ts';
import { proveSession } from './use-cases/prove-session.ts';
import { recordAudit } from './use-cases/record-audit.ts';
import { rejectDecision } from './use-cases/reject-decision.ts';
import { renameKey } from './use-cases/rename-key.ts';
import { replaceRecoveryCodes } from './use-cases/replace-recovery-codes.ts';
import { reportKeyUse } from './use-cases/report-key-use.ts';
import { requestPasswordReset } from './use-cases/request-password-reset.ts';
import { resealSecrets } from './use-cases/reseal-secrets.ts';
import { resendConfirmation } from './use-cases/resend-confirmation.ts';
import { resetPassword } from './use-cases/reset-password.ts';
import { resetTwoFactor } from './use-cases/reset-two-factor.ts';
import { restoreAccount } from './use-cases/restore-account.ts';
import { revokeKey } from './use-cases/revoke-key.ts';
import { revokeKeys } from './use-cases/revoke-keys.ts';
import { revokeOtherSessions } from './use-cases/revoke-other-sessions.ts';
import { revokeSession } from './use-cases/revoke-session.ts';
import { rotateKey } from './use-cases/rotate-key.ts';
import { sendMails } from './use-cases/send-mails.ts';
import { setFrozen } from './use-cases/set-frozen.ts';
import { setRateLimit } from './use-cases/set-rate-limit.ts';
import { updateAccount } from './use-cases/update-account.ts';
import { verifyAudit } from './use-cases/verify-audit.ts';
import { verifyKey } from './use-cases/verify-key.ts';
import { verifySession } from './use-cases/verify-session.ts';
import { watchRevocations } from './use-cases/watch-revocations.ts';

/** Everything this service can do. */
export function buildApp(ports: Ports) {
  return {
    createAccount: createAccount(ports),
    getAccount: getAccount(ports),
    updateAccount: updateAccount(ports),
    changePassword: changePassword(ports),
    logIn: logIn(ports),
    verifySession: verifySession(ports),
    listSessions: listSessions(ports),
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
    listKeys: listKeys(ports),
    renameKey: renameKey(ports),
    rotateKey: rotateKey(ports),
    revokeKey: revokeKey(ports),
    verifyKey: verifyKey(ports),
    reportKeyUse: reportKeyUse(ports),
    watchRevocations: watchRevocations(ports),
    setFrozen: setFrozen(ports),
    setRateLimit: setRateLimit(ports),
    findUnknownAccounts: findUnknownAccounts(ports),
    restoreAccount: restoreAccount(ports),
    resetPassword: resetPassword(ports),
    resetTwoFactor: resetTwoFactor(ports),
    revokeKeys: revokeKeys(ports),
    endSessions: endSessions(ports),
    askForApproval: askForApproval(ports),
    listApprovals: listApprovals(ports),
    getApproval: getApproval(ports),
    approveDecision: approveDecision(ports),
    rejectDecision: rejectDecision(ports),
    checkApproval: checkApproval(ports),
    finishApproval: finishApproval(ports),
    recordAudit: recordAudit(ports),
    listAudit: listAudit(ports),
    getAuditEnd: getAuditEnd(ports),
    verifyAudit: verifyAudit(ports),
    auditLinesAfter: ports.archive.linesAfter,
  };
}

export type App = ReturnType<typeof buildApp>;
