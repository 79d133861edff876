import type { accountsClient } from './clients/accounts-client.ts';
import type { chargesClient } from './clients/charges-client.ts';
import type { Credentials } from './clients/credentials-client.ts';
import type { ledgerClient } from './clients/ledger-client.ts';
import type { sandboxClient } from './clients/sandbox-client.ts';
import type { webhooksClient } from './clients/webhooks-client.ts';
import type { openLimits } from './limits/limits.ts';
import type { openLive } from './live/open-live.ts';

/** What is fixed by the settings. */
export type Deployment = {
  readonly mode: 'test' | 'live';
  readonly currency: 'BRL';
  readonly sandboxUrl: string | null;
  readonly twoFactorRequired: boolean;
  readonly docsUrl: string;
};

/** What use cases and routes need from outside: the services behind, and what this process keeps of requests. */
export type Ports = ReturnType<typeof chargesClient> &
  ReturnType<typeof ledgerClient> &
  ReturnType<typeof webhooksClient> &
  ReturnType<typeof accountsClient> &
  ReturnType<typeof openLimits> &
  ReturnType<typeof openLive>['ports'] & {
    /** Decisions about API keys and sessions. */
    readonly credentials: Credentials;
    /** How long the password of a session counts as just entered. */
    readonly proofMaxAgeMs: number;
    readonly noteKeyUse: (keyId: string, sentInQuery: boolean) => void;
    readonly deployment: Deployment;
    /** Null in live mode, and where no sandbox bank is known. */
    readonly sandbox: ReturnType<typeof sandboxClient> | null;
    readonly now: () => number;
    readonly drawQr: (text: string, format: 'png' | 'svg') => Promise<Buffer>;
  };

export type Charge = Awaited<ReturnType<Ports['cancelCharge']>>;
export type PaymentLink = Awaited<ReturnType<Ports['getPaymentLink']>>;
export type StatementEntry = Awaited<ReturnType<Ports['listEntries']>>['items'][number];
export type TimelineEntry = Awaited<ReturnType<Ports['getLedgerTimeline']>>[number];
export type { SignedIn } from './clients/credentials-client.ts';
export type { Page } from './clients/request.ts';
