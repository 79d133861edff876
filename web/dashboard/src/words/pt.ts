import { account } from './pt/account.ts';
import { charts } from './pt/charts.ts';
import { common } from './pt/common.ts';
import { deliveries } from './pt/deliveries.ts';
import { deposit } from './pt/deposit.ts';
import { deposits } from './pt/deposits.ts';
import { errors } from './pt/errors.ts';
import { fieldErrors } from './pt/field-errors.ts';
import { keys } from './pt/keys.ts';
import { newDeposit } from './pt/new-deposit.ts';
import { overview } from './pt/overview.ts';
import { session } from './pt/session.ts';
import { shell } from './pt/shell.ts';
import { statement } from './pt/statement.ts';
import { status } from './pt/status.ts';
import { webhooks } from './pt/webhooks.ts';

/** Portuguese comes first: the shape of every other language. One file per area of the pages. */
export const pt = {
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
};

export type Words = typeof pt;
