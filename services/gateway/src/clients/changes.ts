import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { keepWatching } from '@entrada/platform/grpc/watch';
import type { Logger } from '@entrada/platform/telemetry/log';
import { CHARGE_STATUSES, type ChargeStatus, type LinkStatus } from '../domain/charge.ts';

export type HintKind = 'charge' | 'balance' | 'delivery';

type Services = {
  readonly charges: RpcClient<ChargesServiceDefinition>;
  readonly ledger: RpcClient<LedgerServiceDefinition>;
  readonly webhooks: RpcClient<WebhooksServiceDefinition>;
};
type Sinks = {
  readonly onHint: (kind: HintKind, accountId: string) => void;
  readonly onStatus: (paymentLinkId: string, status: LinkStatus) => void;
  /** Changes of this kind may have been missed. */
  readonly onGap: (kind: HintKind) => void;
};

/** One stream of each service per gateway, however many pages are open. */
export function watchChanges(services: Services, sinks: Sinks, log: Logger): AsyncDisposable {
  const streams = new AsyncDisposableStack();
  const { onHint, onStatus, onGap } = sinks;
  streams.use(
    keepWatching({
      name: 'charge change',
      open: (options) => services.charges.watchChanges({}, options),
      onConnected: () => onGap('charge'),
      onMessage({ changes, missed }) {
        if (missed) onGap('charge');
        for (const { accountId, paymentLinkId, status, receivedCents: received } of changes) {
          onHint('charge', accountId);
          if (isStatus(status)) onStatus(paymentLinkId, { status, received });
        }
      },
      log,
    }),
  );
  const ofAccounts = (kind: HintKind, service: Services['ledger'] | Services['webhooks']) =>
    keepWatching({
      name: `${kind} change`,
      open: (options) => service.watchChanges({}, options),
      onConnected: () => onGap(kind),
      onMessage({ accountIds, missed }) {
        if (missed) onGap(kind);
        for (const accountId of accountIds) onHint(kind, accountId);
      },
      log,
    });
  streams.use(ofAccounts('balance', services.ledger));
  streams.use(ofAccounts('delivery', services.webhooks));
  return streams;
}

export function isStatus(text: string): text is ChargeStatus {
  return (CHARGE_STATUSES as readonly string[]).includes(text);
}
