import type { Register } from './command.ts';
import { account } from './commands/account.ts';
import { approvals, approve, reject } from './commands/approvals.ts';
import { audit } from './commands/audit.ts';
import { auditLog } from './commands/audit-log.ts';
import { books } from './commands/books.ts';
import { keys } from './commands/keys.ts';
import { login } from './commands/login.ts';
import { parked } from './commands/parked.ts';
import { rateLimit } from './commands/rate-limit.ts';
import { receipt } from './commands/receipt.ts';
import { recover } from './commands/recover.ts';
import { refund } from './commands/refund.ts';
import { republish } from './commands/republish.ts';
import { restored } from './commands/restored.ts';
import { sessions } from './commands/sessions.ts';
import { suspense } from './commands/suspense.ts';
import { terms } from './commands/terms.ts';
import { timeline } from './commands/timeline.ts';
import { recheck, unclear } from './commands/unclear.ts';
import { verify } from './commands/verify.ts';

/** Every command, in the order in which --help lists them. */
export const COMMANDS: readonly Register[] = [
  login,
  approvals,
  approve,
  reject,
  suspense,
  refund,
  unclear,
  recheck,
  parked,
  republish,
  restored,
  recover,
  account,
  keys,
  sessions,
  rateLimit,
  terms,
  timeline,
  books,
  audit,
  verify,
  auditLog,
  receipt,
];
