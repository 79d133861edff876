import { account, keys } from './pt/account.ts';
import { common, errors, fieldErrors } from './pt/common.ts';
import { charts, deposit, deposits, newDeposit, status } from './pt/deposits.ts';
import { overview, statement } from './pt/overview.ts';
import { session, shell } from './pt/shell.ts';
import { deliveries, webhooks } from './pt/webhooks.ts';

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
