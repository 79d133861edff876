import { REASONS, type Reason } from '@entrada/contracts/reasons';
import { textOf } from '../docs/contents.ts';
import type { Schema } from './schema.ts';

/** Codes that only operators and services meet; they are not part of the public documentation. */
const INTERNAL: ReadonlySet<Reason> = new Set([
  'unauthenticated',
  'approval_foreign',
  'approval_forged',
  'approval_pending',
  'approval_required',
  'approval_same_person',
  'already_decided',
  'amount_changed',
  'approval_altered',
  'approval_expired',
  'approval_given',
  'approval_rejected',
  'approval_used',
  'return_ended',
  'return_not_denied',
  'return_under_way',
  'return_unreadable',
  'out_of_range',
  'return_out_of_range',
]);

type ErrorEntry = {
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly todo: string;
  /** As the service writes it; one about a field begins with its name, as `code`. */
  readonly message: string;
};

const ROW = /^\| `(\w+)` \| ([\d, ]+) \| ([^|\n]+) \| ([^|\n]+) \| ([^|\n]+) \|$/gm;

/** Every code that API clients can meet, as docs/api/errors.md describes it. */
export const ERROR_CODES: Readonly<Record<string, ErrorEntry>> = Object.fromEntries(
  Array.from(
    textOf('docs/api/errors.md').matchAll(ROW),
    ([, code = '', statuses = '', meaning = '', todo = '', message = '']) => {
      return [code, { statuses: statuses.split(', ').map(Number), meaning, todo, message }];
    },
  ),
);

// A new reason must be described before the gateway starts, and before `npm run check` passes.
const undescribed = REASONS.filter((code) => INTERNAL.has(code) === code in ERROR_CODES);
if (undescribed.length > 0) throw new Error(`docs/api/errors.md must have ${undescribed}`);

/** Replies with an error, for the examples of every operation that can have it. */
export const ERROR_EXAMPLES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { meaning, message }]) => [
    code,
    { summary: meaning, value: { success: false, ...bodyOf(message, code) } },
  ]),
);

function bodyOf(text: string, code: string): Schema {
  const body = { error: text.replaceAll('`', ''), code };
  const requestId = '9b2e5c1d-4f7a-4b3c-8d2e-1f0a9b8c7d6e';
  const [, field, message] = /^`([^`]+)` (.+)$/.exec(text) ?? [];
  if (field === undefined) return { ...body, requestId };
  return { ...body, requestId, details: [{ field, message, code: 'invalid' }] };
}
