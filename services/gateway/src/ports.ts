import type { accountsClient } from './clients/accounts-client.ts';
import type { chargesClient } from './clients/charges-client.ts';
import type { SignedIn } from './clients/credentials-client.ts';
import type { ledgerClient } from './clients/ledger-client.ts';
import type { sandboxClient } from './clients/sandbox-client.ts';
import type { webhooksClient } from './clients/webhooks-client.ts';
import type { KeyCaller } from './domain/caller.ts';
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

type CredentialPorts = {
  /** Null: the key is invalid. Fails with UNAVAILABLE when that cannot be determined. */
  readonly verifyKey: (key: string) => Promise<KeyCaller | null>;
  /** The cached decision; undefined: none. */
  readonly cachedKey: (key: string) => KeyCaller | null | undefined;
  /** Whether the key was valid recently; it may be invalid by now. */
  readonly wasValidKey: (key: string) => boolean;
  readonly verifySession: (token: string) => Promise<SignedIn | null>;
  readonly wasValidSession: (token: string) => boolean;
  /** As auth knows it now, not as it is cached. */
  readonly refreshSession: (token: string) => Promise<SignedIn | null>;
  readonly sessionRules: {
    /** How long the password counts as just entered. */
    readonly proofMaxAgeMs: number;
    readonly twoFactorRequired: boolean;
  };
  readonly noteKeyUse: (keyId: string, sentInQuery: boolean) => void;
};

/** What use cases and routes need from outside: the services behind, and what this process keeps of requests. */
export type Ports = ReturnType<typeof chargesClient> &
  ReturnType<typeof ledgerClient> &
  ReturnType<typeof webhooksClient> &
  ReturnType<typeof accountsClient> &
  ReturnType<typeof openLimits> &
  ReturnType<typeof openLive>['ports'] &
  CredentialPorts & {
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
