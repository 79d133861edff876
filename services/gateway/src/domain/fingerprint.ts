import { createHash } from 'node:crypto';

/** Equal for requests with equal content, in whatever order their fields are written. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${canonical(body)}`)
    .digest('hex');
}

/** JSON with the fields of every object in one fixed order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isRecord(part) ? sorted(part) : part));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  // Made without a prototype, so that a field called __proto__ is a field like any other.
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
