import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import { callerIn } from '@entrada/platform/identity/caller';
import type { Credentials, Identity } from '@entrada/platform/identity/identity';
import { canonicalJson } from '@entrada/platform/text/canonical-json';
import { DAY_MS, MINUTE_MS } from '@entrada/platform/time/units';
import {
  type AskedDecision,
  REPEATABLE,
  type Restore,
  type Signature,
  type SignedApproval,
  type Statement,
  type TwoPersonApproval,
} from './decision.ts';

/** An approval lives for a day, and the clock of an operator's machine may be ahead. */
const AGE_MAX_MS = DAY_MS + 10 * MINUTE_MS;
const AHEAD_MAX_MS = 5 * MINUTE_MS;

export function signStatement(
  { certificate, key }: Pick<Credentials, 'certificate' | 'key'>,
  statement: Statement,
  at: Date,
): Signature {
  const signedAt = at.toISOString();
  const signingKey = createPrivateKey(key);
  const value = sign(
    digestFor(signingKey.asymmetricKeyType),
    textOf(statement, signedAt),
    signingKey,
  );
  // The file of a log-in has the key, too: only the certificate leaves the machine.
  const own = new X509Certificate(certificate).toString();
  return { signedAt, certificate: own, value: value.toString('base64') };
}

/** The operator who signed the statement; null unless an authority of operators names them and the signature is valid. */
function signerOf(
  identity: Pick<Identity, 'isOperators' | 'current'>,
  statement: Statement,
  signature: Signature | null,
): string | null {
  try {
    if (!signature) return null;
    const { signedAt, value } = signature;
    const certificate = new X509Certificate(signature.certificate);
    const person = callerIn(certificate.subjectAltName)?.person ?? null;
    const isTrusted =
      identity.isOperators(certificate) &&
      !identity.current().revoked.has(certificate.serialNumber) &&
      isWithin(new Date(signedAt), certificate);
    const { publicKey: key } = certificate;
    const isSigned = verify(
      digestFor(key.asymmetricKeyType),
      textOf(statement, signedAt),
      key,
      Buffer.from(value, 'base64'),
    );
    return isTrusted && isSigned ? person : null;
  } catch {
    // What cannot be parsed proves nothing.
    return null;
  }
}

/** Throws unless this person signed the statement just now. */
export function requireSigner(
  identity: Pick<Identity, 'isOperators' | 'current'>,
  statement: Statement,
  { person, signature, now }: { person: string; signature: Signature | null; now: Date },
): void {
  const isSigned = signerOf(identity, statement, signature) === person && isRecent(signature, now);
  if (!isSigned) throw approvalForged();
}

/**
 * Two people who signed exactly the decision that is about to be carried out. Throws otherwise, whatever the database of
 * auth says. An old approval is good only where a restore of the acting service may have lost its use.
 */
export function requireSigned(
  identity: Pick<Identity, 'isOperators' | 'current'>,
  { approvalId, decision, request, operator }: AskedDecision,
  approval: SignedApproval,
  { now, restores }: { readonly now: Date; readonly restores: readonly Restore[] },
): TwoPersonApproval {
  const { askedBy, approvedBy, askedSignature, approvedSignature } = approval;
  const lost = REPEATABLE.has(decision) ? restores : [];
  const about = { approvalId, decision, request, askedBy };
  const isProven =
    askedBy !== approvedBy &&
    signerOf(identity, { step: 'ASK', ...about }, askedSignature) === askedBy &&
    signerOf(identity, { step: 'APPROVE', ...about }, approvedSignature) === approvedBy &&
    [askedSignature, approvedSignature].every(
      (one) => isRecent(one, now) || lost.some((restore) => isTakenBack(one, restore)),
    ) &&
    (operator === askedBy || operator === approvedBy);
  if (!isProven) throw approvalForged();
  return { approvalId, askedBy, approvedBy };
}

function textOf(statement: Statement, signedAt: string): Buffer {
  return Buffer.from(canonicalJson({ ...statement, signedAt }));
}

/** Keys on Edwards curves bring their own digest. */
function digestFor(keyType: string | undefined): string | null {
  return keyType?.startsWith('ed') ? null : 'sha256';
}

function isWithin(at: Date, { validFrom, validTo }: X509Certificate): boolean {
  return at >= new Date(validFrom) && at <= new Date(validTo);
}

function isRecent(signature: Signature | null, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(signature?.signedAt ?? '');
  return ageMs >= -AHEAD_MAX_MS && ageMs <= AGE_MAX_MS;
}

/** The approval was alive at some time that the restore took back. */
function isTakenBack(signature: Signature | null, { restoredTo, notedAt }: Restore): boolean {
  const signedAtMs = Date.parse(signature?.signedAt ?? '');
  return signedAtMs <= notedAt.getTime() && signedAtMs + AGE_MAX_MS >= restoredTo.getTime();
}

function approvalForged(): AppError {
  return new AppError(
    'PERMISSION_DENIED',
    'The approval is not signed by two operators whose certificates are valid: ask for a new one',
    { reason: 'approval_forged' },
  );
}
