import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 1_000;

/** Any number of replicas may run it at once. */
export function startNotices(app: Pick<App, 'sendNotices'>, runtime: Runtime): AsyncDisposable {
  return repeat({ name: 'notices', everyMs: EVERY_MS, work: app.sendNotices }, runtime);
}
