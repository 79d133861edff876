import { account } from './en/account.ts';
import { charts } from './en/charts.ts';
import { common } from './en/common.ts';
import { deliveries } from './en/deliveries.ts';
import { deposit } from './en/deposit.ts';
import { deposits } from './en/deposits.ts';
import { errors } from './en/errors.ts';
import { fieldErrors } from './en/field-errors.ts';
import { keys } from './en/keys.ts';
import { newDeposit } from './en/new-deposit.ts';
import { overview } from './en/overview.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { statement } from './en/statement.ts';
import { status } from './en/status.ts';
import { webhooks } from './en/webhooks.ts';
import type { Words } from './pt.ts';

export const en = {
  account,
  charts,
  common,
  deliveries,
  deposit,
  deposits,
  errors,
  fieldErrors,
  keys,
  newDeposit,
  overview,
  session,
  shell,
  statement,
  status,
  webhooks,
} satisfies Words;
