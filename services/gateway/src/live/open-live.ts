import type { Logger } from '@entrada/platform/telemetry/log';
import { watchChanges } from '../clients/changes.ts';
import type { ChargeStatus } from '../domain/charge.ts';
import type { LivePorts } from '../domain/live.ts';
import { openAccountHints } from './account-hints.ts';
import { openLinkStatuses } from './link-statuses.ts';

type Options = {
  readonly services: Parameters<typeof watchChanges>[0];
  readonly readStatus: (paymentLinkId: string) => Promise<ChargeStatus>;
  readonly log: Logger;
};

/** What happens in the services, for the pages that are open at this gateway. */
export function openLive({ services, readStatus, log }: Options) {
  const accounts = openAccountHints();
  const links = openLinkStatuses(readStatus);
  const streams = watchChanges(
    services,
    {
      onHint: accounts.hint,
      onStatus: links.tell,
      onGap(kind) {
        accounts.hintAll(kind);
        if (kind === 'charge') links.catchUp();
      },
    },
    log,
  );
  const ports: LivePorts = { watchAccount: accounts.subscribe, watchLink: links.watch };
  return {
    ports,
    revoke: accounts.revoke,
    [Symbol.asyncDispose]: () => streams[Symbol.asyncDispose](),
  };
}
