import type { Runtime } from '@entrada/platform/runtime/runtime';
import { repeat } from '@entrada/platform/time/repeat';
import type { App } from '../app.ts';

const EVERY_MS = 1_000;

/** Writes the mails that requests for a new password ask for, and sends all mails. Any number of replicas may do so at once. */
export function startMailJob(
  app: Pick<App, 'mailResetLinks' | 'sendMails'>,
  runtime: Runtime,
): AsyncDisposable {
  const work = async () => {
    const hasMoreRequests = await app.mailResetLinks();
    return (await app.sendMails()) || hasMoreRequests;
  };
  return repeat({ name: 'mail', everyMs: EVERY_MS, work }, runtime);
}
