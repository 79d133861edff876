import { api } from './api.ts';
import { bank } from './bank.ts';
import { events } from './events.ts';
import { moneyPath } from './money-path.ts';
import { runtime } from './runtime.ts';
import { slos } from './slos.ts';
import { webhooks } from './webhooks.ts';

export const DASHBOARDS = [moneyPath, api, bank, events, webhooks, runtime, slos] as const;
