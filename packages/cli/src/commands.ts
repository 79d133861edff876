import type { Register } from './command.ts';
import { completion } from './commands/completion.ts';
import { deliveries } from './commands/deliveries.ts';
import { deposits } from './commands/deposits.ts';
import { events } from './commands/events.ts';
import { listen } from './commands/listen.ts';
import { login, logout } from './commands/login.ts';
import { open } from './commands/open.ts';
import { profiles } from './commands/profiles.ts';
import { receiverCheck } from './commands/receiver-check.ts';
import { balance, statement } from './commands/statement.ts';
import { trigger } from './commands/trigger.ts';
import { webhooks } from './commands/webhooks.ts';

/** Every command, in the order in which --help lists them. */
export const COMMANDS: readonly Register[] = [
  login,
  logout,
  profiles,
  listen,
  trigger,
  deposits,
  open,
  balance,
  statement,
  webhooks,
  deliveries,
  events,
  receiverCheck,
  completion,
];
