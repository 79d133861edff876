import { AUDIT_GUARDS } from './audit.ts';
import { AUTH_GUARDS } from './auth.ts';
import { CHARGE_GUARDS } from './charges.ts';
import { DOOR_GUARDS } from './doors.ts';
import { EVENT_GUARDS } from './events.ts';
import type { Guard } from './guard.ts';
import { HISTORY_GUARDS } from './histories.ts';
import { LEDGER_GUARDS } from './ledger.ts';
import { LEDGER_RETURN_GUARDS } from './ledger-returns.ts';
import { REFUND_GUARDS } from './refunds.ts';
import { SWEEP_GUARDS } from './sweep.ts';
import { WEBHOOK_GUARDS } from './webhooks.ts';

export const GUARDS: readonly Guard[] = [
  ...REFUND_GUARDS,
  ...LEDGER_GUARDS,
  ...AUDIT_GUARDS,
  ...LEDGER_RETURN_GUARDS,
  ...CHARGE_GUARDS,
  ...SWEEP_GUARDS,
  ...EVENT_GUARDS,
  ...HISTORY_GUARDS,
  ...AUTH_GUARDS,
  ...DOOR_GUARDS,
  ...WEBHOOK_GUARDS,
];
