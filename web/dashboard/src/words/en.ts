import { account, keys } from './en/account.ts';
import { common, errors, fieldErrors } from './en/common.ts';
import { charts, deposit, deposits, newDeposit, status } from './en/deposits.ts';
import { overview, statement } from './en/overview.ts';
import { session, shell } from './en/shell.ts';
import { deliveries, webhooks } from './en/webhooks.ts';
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
