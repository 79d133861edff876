import { fieldError } from '@entrada/platform/errors/app-error';
import type { AuditEntry } from './audit-chain.ts';

const ACTOR = /^[a-z]{1,20}:[\x21-\x7e]{1,100}$/;
const ACTION = /^(?=.{1,64}$)[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;
const SUBJECT = /^[a-z_]{1,20}:[\x21-\x7e]{1,200}$/;
const DETAIL_LENGTH_MAX = 4_096;
const DETAIL_DEPTH_MAX = 6;
/** Our own secrets, and names of JSON fields that may hold secrets of others. */
const SECRET = /ent_(live|test)_|whsec_|"[^"]*(password|secret|token|authorization)[^"]*"\s*:/i;

export type AuditInput = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: string;
};

/** Input of other services: bounded in size and checked for secrets. */
export function parseAuditInput(
  { actor, action, subject, accountId, detail }: AuditInput,
  at: Date,
): AuditEntry {
  if (!ACTOR.test(actor)) throw fieldError('actor', 'must have the form account:<id>');
  if (!ACTION.test(action))
    throw fieldError('action', 'must have a form such as webhook.secret_rotated');
  if (!SUBJECT.test(subject)) throw fieldError('subject', 'must have the form webhook:<id>');
  if ([actor, subject, detail].some((text) => SECRET.test(text))) {
    throw fieldError('detail', 'must not contain a secret');
  }
  return { at, actor, action, subject, accountId, detail: parseDetail(detail) };
}

function parseDetail(text: string): Record<string, unknown> {
  if (text === '') return {};
  if (text.length > DETAIL_LENGTH_MAX) {
    throw fieldError('detail', `must have at most ${DETAIL_LENGTH_MAX} characters`);
  }
  const value = objectIn(text);
  if (value === null) throw fieldError('detail', 'must be a JSON object');
  if (!isShallow(value, DETAIL_DEPTH_MAX)) throw fieldError('detail', 'is nested too deeply');
  return value;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
