import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 60_000;

/** Once a minute: moves secrets to the current key. */
export function startResealing(app: Pick<App, 'resealSecrets'>, runtime: Runtime): AsyncDisposable {
  const work = async () => {
    await app.resealSecrets();
    return false;
  };
  return repeat({ name: 'reseal-secrets', everyMs: EVERY_MS, work }, runtime);
}
