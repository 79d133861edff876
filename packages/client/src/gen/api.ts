/** Written by npm run generate from the gateway's OpenAPI document. Do not edit. */

export type Overview = {
  /** When the figures were read. */
  readonly asOf: string;
  readonly bucket: "hour" | "day";
  /** IANA time zone. */
  readonly tz: string;
  /** Start of the first bucket. */
  readonly from: string;
  /** End of the last bucket. */
  readonly to: string;
  /** Services that are unavailable; their figures are null. */
  readonly incomplete: readonly ("charges" | "ledger" | "webhooks")[];
  readonly totals: OverviewFigures;
  readonly buckets: readonly (OverviewBucket)[];
};

export type OverviewFigures = {
  /** Deposits that were created, and their value. */
  readonly created: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits created in this bucket that were paid since: never more than were created. */
  readonly paid: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits that were credited, and their value minus the fee. */
  readonly credited: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Suspended payments that were credited to the account. */
  readonly suspenseCredited: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Fees of credited deposits. */
  readonly fee: {
    /** In cents. */
    readonly value: number;
  } | null;
  /** Refunds that the bank has settled, and returns by the bank as far as the account paid for them. Negative where a return of an earlier bucket was corrected. */
  readonly refunded: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits whose first successful webhook was delivered. */
  readonly notified: {
    readonly count: number;
  } | null;
};

export type OverviewBucket = {
  /** Start of the bucket. */
  readonly start: string;
  /** Deposits that were created, and their value. */
  readonly created: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits created in this bucket that were paid since: never more than were created. */
  readonly paid: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits that were credited, and their value minus the fee. */
  readonly credited: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Suspended payments that were credited to the account. */
  readonly suspenseCredited: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Fees of credited deposits. */
  readonly fee: {
    /** In cents. */
    readonly value: number;
  } | null;
  /** Refunds that the bank has settled, and returns by the bank as far as the account paid for them. Negative where a return of an earlier bucket was corrected. */
  readonly refunded: {
    readonly count: number;
    /** In cents. */
    readonly value: number;
  } | null;
  /** Deposits whose first successful webhook was delivered. */
  readonly notified: {
    readonly count: number;
  } | null;
};

export type CreatedCharge = {
  /** Unique charge identifier. */
  readonly id: string;
  /** Pix copy-and-paste code. */
  readonly emv: string;
  /** QR code image. */
  readonly qrCodeLink: string;
  /** Identifies the charge in every request. */
  readonly paymentLinkId: string;
  /** Payment page for the payer. */
  readonly paymentLinkUrl: string;
  /** What the payer pays, in cents. */
  readonly value: number;
  /** Amount originally requested, in cents. */
  readonly originalValue: number;
  /** Fee, in cents. */
  readonly fee: number;
  readonly status: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED";
  /** When the code expires. */
  readonly expiresAt: string;
  /** Your own identifier. */
  readonly externalId: string | null;
};

export type Charge = {
  /** Unique charge identifier. */
  readonly id: string;
  /** Pix copy-and-paste code. */
  readonly emv: string;
  /** QR code image. */
  readonly qrCodeLink: string;
  /** Identifies the charge in every request. */
  readonly paymentLinkId: string;
  /** Payment page for the payer. */
  readonly paymentLinkUrl: string;
  /** What the payer pays, in cents. */
  readonly value: number;
  /** Amount originally requested, in cents. */
  readonly originalValue: number;
  /** Fee, in cents. */
  readonly fee: number;
  readonly status: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED";
  /** Creation time. */
  readonly createdAt: string;
  /** When the code expires. */
  readonly expiresAt: string;
  /** Your own identifier. */
  readonly externalId: string | null;
  /** Shown to the payer. */
  readonly description: string | null;
  /** When it was paid. */
  readonly paidAt: string | null;
  /** Whether it was paid after it expired. */
  readonly paidLate: boolean;
  /** Refunded so far, in cents. */
  readonly refundedValue: number;
  /** Identifier of the Pix payment that completed it. */
  readonly endToEndId: string | null;
  /** What that payment paid, in cents. What is paid beyond `value` is not credited: it is suspended. */
  readonly paidValue: number | null;
  /** `value` minus `fee`, in cents; null until it is paid. */
  readonly creditedValue: number | null;
};

export type Refund = {
  readonly id: string;
  /** Refunded amount, in cents. */
  readonly value: number;
  readonly status: "PROCESSING" | "SETTLED" | "FAILED";
  /** CLIENT: you requested it. BANK: the bank returned the money by itself. */
  readonly origin: "CLIENT" | "BANK";
  /** Why the bank returned it, for example MED_FRAUDE. */
  readonly natureza: string | null;
  readonly reason: string | null;
  /** The payment whose money is returned. */
  readonly endToEndId: string;
  /** When it was requested, or found at the bank. */
  readonly createdAt: string;
  /** When the bank returned the money. */
  readonly settledAt: string | null;
  /** Why it failed. */
  readonly failure: string | null;
};

export type Receipt = {
  /** Name of the format; docs/receipts.md describes it. */
  readonly form: string;
  readonly transaction: { readonly [name: string]: unknown };
  readonly chain: { readonly [name: string]: unknown };
  readonly checkpoint: { readonly [name: string]: unknown };
  /** What was refunded or returned by the bank, oldest first, each with its own proof. */
  readonly returns: readonly (ReceiptReturn)[];
  /** There are more returns than a receipt lists. */
  readonly hasMoreReturns: boolean;
};

export type ReceiptReturn = {
  /** Returned amount, in cents. */
  readonly value: number;
  /** CLIENT: you requested it. BANK: the bank returned the money by itself. */
  readonly origin: "CLIENT" | "BANK";
  /** Why the bank returned it, for example MED_FRAUDE. Not part of what is signed. */
  readonly natureza: string | null;
  /** When it was posted. */
  readonly at: string;
  readonly transaction: { readonly [name: string]: unknown };
  readonly chain: { readonly [name: string]: unknown };
  readonly checkpoint: { readonly [name: string]: unknown };
};

export type TimelineEntry = {
  /** When it happened. */
  readonly at: string;
  /** For example created, checked, completed, credited, webhook_attempt. */
  readonly kind: string;
  /** W3C trace id. */
  readonly traceId: string | null;
  /** How we learned of it from the bank: your query or cancellation, its callback, our sweep of received payments, the check before expiry, or a later check of a payment that was unclear. */
  readonly source?: "query" | "cancel" | "callback" | "sweep" | "expiry_check" | "recheck";
} & { readonly [name: string]: unknown };

export type Balance = {
  /** Available amount, in cents. */
  readonly available: number;
  /** In suspense until an operator decides about it, in cents. */
  readonly suspense: number;
  /** What the bank took back and the balance did not cover, in cents; later credits repay it first. */
  readonly owed: number;
  readonly currency: "BRL";
};

export type StatementEntry = {
  readonly id: string;
  /** When it was posted. */
  readonly at: string;
  /** For example DEPOSIT or REFUND_HOLD. */
  readonly kind: string;
  /** Signed, in cents. */
  readonly amount: number;
  /** Available balance after this entry, in cents. */
  readonly balance: number;
  readonly paymentLinkId: string | null;
  readonly description: string;
};

export type SuspendedPayment = {
  /** The `exceptionId` of the events about it. */
  readonly id: string;
  /** Why the payment, or its surplus, is in suspense. */
  readonly kind: "OVERPAID" | "UNDERPAID" | "DUPLICATE_PAYMENT" | "PAID_AFTER_CANCEL" | "UNKNOWN_TXID";
  /** In suspense when it arrived, in cents: for OVERPAID the surplus, else all that was paid. */
  readonly value: number;
  /** What the bank itself took back of it, in cents; the operator decides about the rest. */
  readonly returnedValue: number;
  readonly chargeId: string | null;
  /** Identifies the payment at the bank. */
  readonly endToEndId: string;
  /** When it was posted. */
  readonly suspendedAt: string;
  /** OPEN until an operator decides: CREDITED to the account, or REFUNDING and then REFUNDED to the payer. RETURNED: the bank itself took it back. */
  readonly status: "OPEN" | "CREDITED" | "REFUNDING" | "REFUNDED" | "RETURNED";
  /** Why the bank did not refund it when last asked. */
  readonly failure: string | null;
};

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Time of the sign-up. */
  readonly createdAt: string;
  /** When its e-mail address was confirmed. */
  readonly emailConfirmedAt: string | null;
  /** Whether log-in asks for a code. */
  readonly twoFactor: boolean;
  /** Recovery codes that were not used; null without two-factor authentication. */
  readonly recoveryCodesLeft: number | null;
  /** Null: none chosen. */
  readonly language: "pt-BR" | "en" | null;
  /** When the password was last entered in this session. */
  readonly proofAt: string;
};

export type Session = {
  readonly id: string;
  /** Time of the log-in. */
  readonly createdAt: string;
  /** When it expires. */
  readonly expiresAt: string;
  /** Last use, to the minute. */
  readonly lastSeenAt: string | null;
  readonly ip: string;
  readonly userAgent: string;
  /** Whether this is the session of the request. */
  readonly current: boolean;
};

export type ApiKey = {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key, to recognize it. */
  readonly prefix: string;
  readonly scopes: readonly (string)[];
  /** Empty: any address. */
  readonly allowedIps: readonly (string)[];
  /** Creation time. */
  readonly createdAt: string;
  /** When it expires. */
  readonly expiresAt: string | null;
  /** Last use, accurate to a few seconds. */
  readonly lastUsedAt: string | null;
  /** When it was revoked. */
  readonly revokedAt: string | null;
  /** When it was last sent in a query string, which proxies may log. */
  readonly queryUseAt: string | null;
};

export type AuditEntry = {
  readonly id: string;
  /** When it was done. */
  readonly at: string;
  /** For example `key.created`. */
  readonly action: string;
  /** `account:<id>`, `key:<id>` or `operator`. */
  readonly actor: string;
  /** What it was done to, for example `key:<id>`. */
  readonly subject: string;
  readonly detail: { readonly [name: string]: unknown };
  /** Null: not recorded. */
  readonly ip: string | null;
};

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly (string)[];
  readonly status: "ENABLED" | "DISABLED" | "GONE" | "FAILING";
  /** OWNER: you disabled it. GONE: it answered 410. FAILING: it failed for five days. Null: it is enabled. */
  readonly disabledReason: "OWNER" | "GONE" | "FAILING" | null;
  /** Whether deliveries have an Authorization header. */
  readonly hasAuthorization: boolean;
  /** Creation time. */
  readonly createdAt: string;
  readonly health: {
    /** Deliveries of the last 24 hours that succeeded, tests included; at most 10,000. */
    readonly delivered: number;
    /** Deliveries of the last 24 hours that failed after the last attempt. */
    readonly failed: number;
    /** Deliveries of the last 24 hours that wait for an attempt. */
    readonly waiting: number;
    /** Last successful delivery, tests excluded. */
    readonly lastSuccessAt: string | null;
    /** Last failure. */
    readonly lastFailureAt: string | null;
    readonly lastFailureCause: string | null;
  };
};

export type Delivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly webhookName: string;
  /** The webhook-id header, equal in every attempt. */
  readonly eventId: string;
  readonly event: string;
  /** Whether it is a test that you asked for, which reports nothing that happened. */
  readonly test: boolean;
  readonly trigger: {
    /** What it was sent for last: an event, or what you asked for. */
    readonly kind: "event" | "test" | "replay" | "redelivery";
    /** When that was. */
    readonly at: string;
  };
  readonly status: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED";
  /** Creation time. */
  readonly createdAt: string;
  /** In a list of deliveries, only the last attempt. */
  readonly attempts: readonly ({
    /** Time of the attempt. */
    readonly at: string;
    /** Null: no response. */
    readonly statusCode: number | null;
    /** Why the attempt failed, in words. */
    readonly cause: string | null;
    /** Why the attempt failed, for programs; null: it succeeded. */
    readonly causeCode: "gone" | "redirected" | "rejected" | "timeout" | "refused" | "unresolved" | "blocked" | "insecure" | "reset" | "too_long" | "malformed" | "unopened" | null;
    readonly timings: {
      /** Milliseconds to resolve the host. */
      readonly dns: number | null;
      /** Milliseconds to connect. */
      readonly tcp: number | null;
      /** Milliseconds for the TLS handshake. */
      readonly tls: number | null;
      /** Milliseconds to the first byte of the response. */
      readonly firstByte: number | null;
      /** Milliseconds in total. */
      readonly total: number | null;
    };
    /** The beginning of the response body. */
    readonly responseBody: string;
    /** Headers that were sent, with secrets masked. */
    readonly requestHeaders: readonly (string)[];
    /** The first 20 headers of the response, each cut at 256 characters, with secrets masked. Kept for failed attempts and tests; empty for any other success. */
    readonly responseHeaders: readonly (string)[];
  })[];
  readonly nextAttemptsAt: readonly (string)[];
  /** What is signed and sent, byte for byte; null in a list of deliveries. */
  readonly body: string | null;
};

export type WebhookMetrics = {
  /** When these numbers were read. */
  readonly asOf: string;
  /** One for each hour, oldest first, tests included. */
  readonly buckets: readonly ({
    /** The beginning of the UTC hour. */
    readonly start: string;
    /** Attempts that succeeded. */
    readonly delivered: number;
    /** Attempts that failed. */
    readonly failed: number;
    /** 95th percentile of the duration of answered attempts, at most 9.1 % off; null: none was answered. */
    readonly p95Ms: number | null;
    /** Attempts by status code, by class such as 4xx for rare codes, or by `causeCode` for attempts without a usable response. */
    readonly statusCodes: { readonly [name: string]: number };
  })[];
};

export type EventKind = {
  /** As in `events` of a webhook endpoint and `event` of a body. */
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly [name: string]: unknown };
  readonly sample: { readonly [name: string]: unknown };
};

export type Error = {
  readonly success: false;
  /** Message for people. */
  readonly error: string;
  /** Reason for programs; see /docs/errors. */
  readonly code: "bad_request" | "invalid_json" | "invalid_value" | "invalid_request" | "invalid_idempotency_key" | "idempotency_key_required" | "invalid_external_id" | "invalid_description" | "invalid_reason" | "invalid_cursor" | "invalid_time" | "invalid_window" | "invalid_name" | "invalid_url" | "invalid_events" | "invalid_authorization" | "replay_too_large" | "webhook_test_failed" | "invalid_token" | "missing_api_key" | "invalid_api_key" | "session_required" | "two_factor_required" | "wrong_code" | "wrong_credentials" | "insufficient_scope" | "ip_not_allowed" | "cross_site_request" | "proof_required" | "two_factor_setup_required" | "permission_denied" | "two_factor_on" | "two_factor_off" | "not_found" | "account_not_found" | "charge_not_found" | "receipt_not_found" | "webhook_not_found" | "delivery_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_in_progress" | "external_id_conflict" | "charge_not_pending" | "charge_not_completed" | "insufficient_balance" | "conflict" | "key_limit_reached" | "key_not_active" | "endpoint_limit_reached" | "too_large" | "unsupported_media_type" | "expectation_failed" | "value_out_of_range" | "expires_in_out_of_range" | "idempotency_key_reused" | "refund_out_of_range" | "refund_too_late" | "rate_limited" | "headers_too_large" | "internal_error" | "bad_upstream" | "provider_unavailable" | "auth_unavailable" | "unavailable" | "receipt_not_ready" | "overloaded" | "timeout";
  /** Quote it to support. */
  readonly requestId: string;
  readonly details?: readonly ({
    readonly field: string;
    readonly message: string;
  })[];
};

export type Calls = {
  /** Create a deposit */
  "POST /api/deposit": {
    readonly body: {
      /** Cents. */
      readonly value: number;
      /** Seconds until the code expires; default 86400. */
      readonly expiresIn?: number;
      /** Your own identifier; must be unique per account. */
      readonly externalId?: string;
      /** Shown to the payer. */
      readonly description?: string;
    };
    readonly reply: {
      readonly success: true;
      readonly charge: CreatedCharge;
    };
  };
  /** List deposits, newest first */
  "GET /api/deposit": {
    readonly query?: { readonly status?: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED"; readonly externalId?: string; readonly q?: string; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string; readonly format?: "json" | "csv"; readonly tz?: string; readonly sep?: "," | ";" };
    readonly reply: {
      readonly success: true;
      readonly charges: readonly (Charge)[];
      readonly nextCursor: string | null;
    };
  };
  /** Query a deposit */
  "GET /api/deposit/{paymentLinkId}": {
    readonly path: { readonly paymentLinkId: string };
    readonly query?: { readonly wait?: number };
    readonly reply: {
      readonly success: true;
      readonly charge: Charge;
    };
  };
  /** Cancel a deposit */
  "DELETE /api/deposit/{paymentLinkId}": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: {
      readonly success: true;
      readonly charge: Charge;
    };
  };
  /** Refund a deposit */
  "POST /api/deposit/{paymentLinkId}/refund": {
    readonly path: { readonly paymentLinkId: string };
    readonly body?: {
      /** Cents. */
      readonly value?: number;
      readonly reason?: string;
    };
    readonly reply: {
      readonly success: true;
      readonly refund: Refund;
    };
  };
  /** Refunds of a deposit, newest first */
  "GET /api/deposit/{paymentLinkId}/refunds": {
    readonly path: { readonly paymentLinkId: string };
    readonly query?: { readonly limit?: number; readonly cursor?: string };
    readonly reply: {
      readonly success: true;
      readonly refunds: readonly (Refund)[];
      readonly nextCursor: string | null;
    };
  };
  /** Timeline of a deposit, oldest entry first */
  "GET /api/deposit/{paymentLinkId}/timeline": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: {
      readonly success: true;
      readonly timeline: readonly (TimelineEntry)[];
      /** Services whose entries are missing because they are unavailable. */
      readonly incomplete: readonly (string)[];
    };
  };
  /** Receipt of a credit, which can be verified offline */
  "GET /api/deposit/{paymentLinkId}/receipt": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: {
      readonly success: true;
      readonly receipt: Receipt;
    };
  };
  /** Balance, now or at a time in the past */
  "GET /api/balance": {
    readonly query?: { readonly at?: string };
    readonly reply: {
      readonly success: true;
      readonly balance: Balance;
    };
  };
  /** Statement of the account, newest entry first */
  "GET /api/statement": {
    readonly query?: { readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string; readonly format?: "json" | "csv"; readonly tz?: string; readonly sep?: "," | ";" };
    readonly reply: {
      readonly success: true;
      readonly entries: readonly (StatementEntry)[];
      readonly nextCursor: string | null;
      /** Available balance right before `from`, in cents; 0 without `from`. */
      readonly openingBalance: number;
      /** Available balance right before `to`, in cents; without `to`, the current balance. */
      readonly closingBalance: number;
    };
  };
  /** Suspended payments, oldest first */
  "GET /api/suspense": {
    readonly query?: { readonly limit?: number; readonly cursor?: string };
    readonly reply: {
      readonly success: true;
      readonly payments: readonly (SuspendedPayment)[];
      readonly nextCursor: string | null;
    };
  };
  /** What was created, paid, credited, refunded and notified, by hour or day */
  "GET /api/overview": {
    readonly query?: { readonly from?: string; readonly to?: string; readonly bucket?: "hour" | "day"; readonly tz?: string };
    readonly reply: {
      readonly success: true;
      readonly overview: Overview;
    };
  };
  /** Create a webhook endpoint; it must answer a signed test event with 2xx */
  "POST /api/webhooks": {
    readonly body: {
      readonly name: string;
      /** An https URL on the public internet. */
      readonly url: string;
      /** Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged. */
      readonly events?: readonly (string)[];
      /** Value of the Authorization header of deliveries; empty: none. */
      readonly authorization?: string;
      /** Saves the webhook without testing the receiver. */
      readonly skipTest?: boolean;
      /** False: created without a test, so that the receiver can get the secret first. Events are held until it is enabled. */
      readonly enabled?: boolean;
    };
    readonly reply: {
      readonly success: true;
      readonly webhook: Webhook;
      /** Secret that signs the deliveries. It is shown only this once. */
      readonly secret: string;
    };
  };
  /** List webhook endpoints, newest first */
  "GET /api/webhooks": {
    readonly reply: {
      readonly success: true;
      readonly webhooks: readonly (Webhook)[];
    };
  };
  /** Get a webhook endpoint and its health */
  "GET /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly reply: {
      readonly success: true;
      readonly webhook: Webhook;
    };
  };
  /** Change the given fields; a new URL is tested first */
  "PATCH /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly body?: {
      readonly name?: string;
      /** An https URL on the public internet. */
      readonly url?: string;
      /** Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged. */
      readonly events?: readonly (string)[];
      /** Value of the Authorization header of deliveries; empty: none. */
      readonly authorization?: string;
      /** Saves the webhook without testing the receiver. */
      readonly skipTest?: boolean;
      /** False pauses its deliveries. */
      readonly enabled?: boolean;
    };
    readonly reply: {
      readonly success: true;
      readonly webhook: Webhook;
    };
  };
  /** Delete a webhook endpoint; its events stay in the feed */
  "DELETE /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Create a new secret; deliveries are signed with both for 24 hours */
  "POST /api/webhooks/{webhookId}/rotate-secret": {
    readonly path: { readonly webhookId: string };
    readonly body?: { readonly [name: string]: never };
    readonly reply: {
      readonly success: true;
      /** Secret that signs the deliveries. It is shown only this once. */
      readonly secret: string;
    };
  };
  /** Send a test event now */
  "POST /api/webhooks/{webhookId}/test": {
    readonly path: { readonly webhookId: string };
    readonly body?: {
      /** The event whose sample is sent; default: WEBHOOK_TEST. */
      readonly event?: string;
    };
    readonly reply: {
      readonly success: true;
      readonly delivery: Delivery;
    };
  };
  /** Deliver the events of a time window again */
  "POST /api/webhooks/{webhookId}/replay": {
    readonly path: { readonly webhookId: string };
    readonly body: {
      readonly from: string;
      readonly to: string;
      /** `failed`: only deliveries that were given up (EXHAUSTED or ABANDONED). */
      readonly only?: "all" | "failed";
      /** Counts the deliveries and changes nothing. */
      readonly dryRun?: boolean;
    };
    readonly reply: {
      readonly success: true;
      /** Deliveries that will, or would, be sent again. */
      readonly count: number;
      /** Whether they were only counted. */
      readonly dryRun: boolean;
    };
  };
  /** List the deliveries of a webhook endpoint, newest first, each with its last attempt */
  "GET /api/webhooks/{webhookId}/deliveries": {
    readonly path: { readonly webhookId: string };
    readonly query?: { readonly status?: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: {
      readonly success: true;
      readonly deliveries: readonly (Delivery)[];
      readonly nextCursor: string | null;
    };
  };
  /** Count the attempts at a webhook endpoint, per hour */
  "GET /api/webhooks/{webhookId}/metrics": {
    readonly path: { readonly webhookId: string };
    readonly query?: { readonly from?: string; readonly to?: string };
    readonly reply: {
      readonly success: true;
      readonly metrics: WebhookMetrics;
    };
  };
  /** List what webhooks can be sent, with the schema and a sample of each body */
  "GET /api/event-kinds": {
    readonly reply: {
      readonly success: true;
      readonly eventKinds: readonly (EventKind)[];
    };
  };
  /** List the deliveries to all webhooks, newest first, each with its last attempt */
  "GET /api/deliveries": {
    readonly query?: { readonly webhookId?: string; readonly event?: string; readonly eventId?: string; readonly status?: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: {
      readonly success: true;
      readonly deliveries: readonly (Delivery)[];
      readonly nextCursor: string | null;
    };
  };
  /** Get a delivery and all of its attempts */
  "GET /api/deliveries/{deliveryId}": {
    readonly path: { readonly deliveryId: string };
    readonly reply: {
      readonly success: true;
      readonly delivery: Delivery;
    };
  };
  /** Send a delivery again */
  "POST /api/deliveries/{deliveryId}/redeliver": {
    readonly path: { readonly deliveryId: string };
    readonly body?: { readonly [name: string]: never };
    readonly reply: {
      readonly success: true;
    };
  };
  /** List events after a cursor, in order and without gaps */
  "GET /api/events": {
    readonly query?: { readonly after?: string; readonly limit?: number };
    readonly reply: {
      readonly success: true;
      readonly events: readonly ({ readonly [name: string]: unknown })[];
      readonly nextCursor: string | null;
    };
  };
  /** Acknowledge all events up to a cursor */
  "POST /api/events/ack": {
    readonly body: {
      readonly cursor: string;
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Sign up */
  "POST /api/account": {
    readonly body: {
      readonly email: string;
      readonly password: string;
      readonly name: string;
    };
    readonly reply: {
      readonly success: true;
      readonly account: Account;
    };
  };
  /** Get the account that is logged in, and its terms */
  "GET /api/account": {
    readonly reply: {
      readonly success: true;
      readonly account: Account;
      readonly terms: {
        /** Version number of the account’s terms; 0: the terms of the deployment. */
        readonly version: number;
        /** When this version takes effect, or took effect. */
        readonly from: string | null;
        readonly fee: {
          /** Share of the value, in hundredths of a percent. */
          readonly basisPoints: number;
          /** Fixed part, in cents. */
          readonly fixed: number;
          /** Minimum fee, in cents. */
          readonly min: number;
          /** Maximum fee, in cents. */
          readonly max: number;
          /** DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value. */
          readonly mode: "DEDUCT" | "ON_TOP";
        };
        readonly limits: {
          /** Minimum value of a deposit, in cents. */
          readonly min: number;
          /** Maximum value of a deposit, in cents. */
          readonly max: number;
        };
        readonly next: {
          /** Version number of the account’s terms; 0: the terms of the deployment. */
          readonly version: number;
          /** When this version takes effect, or took effect. */
          readonly from: string | null;
          readonly fee: {
            /** Share of the value, in hundredths of a percent. */
            readonly basisPoints: number;
            /** Fixed part, in cents. */
            readonly fixed: number;
            /** Minimum fee, in cents. */
            readonly min: number;
            /** Maximum fee, in cents. */
            readonly max: number;
            /** DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value. */
            readonly mode: "DEDUCT" | "ON_TOP";
          };
          readonly limits: {
            /** Minimum value of a deposit, in cents. */
            readonly min: number;
            /** Maximum value of a deposit, in cents. */
            readonly max: number;
          };
        } | null;
      } | null;
    };
  };
  /** Change the name or the language of mails */
  "PATCH /api/account": {
    readonly body?: {
      readonly name?: string;
      /** Language of mails; null: none chosen, which is Portuguese. */
      readonly language?: "pt-BR" | "en";
    };
    readonly reply: {
      readonly success: true;
      readonly account: Account;
    };
  };
  /** Change the password and end all other sessions */
  "POST /api/account/password": {
    readonly body: {
      readonly oldPassword: string;
      readonly newPassword: string;
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Log in */
  "POST /api/session": {
    readonly body: {
      readonly email: string;
      readonly password: string;
      /** Of the authenticator, or a recovery code, where two-factor is on. */
      readonly code?: string;
    };
    readonly reply: {
      readonly success: true;
      readonly account: Account;
    };
  };
  /** Log out */
  "DELETE /api/session": {
    readonly reply: {
      readonly success: true;
    };
  };
  /** Confirm the password, and the code if two-factor authentication is on */
  "POST /api/session/proof": {
    readonly body: {
      readonly password: string;
      /** Of the authenticator, or a recovery code. */
      readonly code?: string;
    };
    readonly reply: {
      readonly success: true;
      /** When the password was entered. */
      readonly proofAt: string;
    };
  };
  /** List the active sessions */
  "GET /api/sessions": {
    readonly reply: {
      readonly success: true;
      readonly sessions: readonly (Session)[];
    };
  };
  /** End every session but this one */
  "POST /api/sessions/revoke-others": {
    readonly body?: { readonly [name: string]: never };
    readonly reply: {
      readonly success: true;
      /** How many were ended. */
      readonly count: number;
    };
  };
  /** End a session */
  "DELETE /api/sessions/{sessionId}": {
    readonly path: { readonly sessionId: string };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Create an API key */
  "POST /api/keys": {
    readonly body: {
      readonly name: string;
      /** Default: all scopes. */
      readonly scopes?: readonly (string)[];
      readonly expiresAt?: string;
      /** IP addresses or CIDR ranges; default, or if empty: any address. */
      readonly allowedIps?: readonly (string)[];
    };
    readonly reply: {
      readonly success: true;
      readonly apiKey: ApiKey;
      /** The API key. It is shown only this once. */
      readonly key: string;
    };
  };
  /** List API keys, newest first */
  "GET /api/keys": {
    readonly reply: {
      readonly success: true;
      readonly apiKeys: readonly (ApiKey)[];
    };
  };
  /** Rename an API key */
  "PATCH /api/keys/{keyId}": {
    readonly path: { readonly keyId: string };
    readonly body: {
      readonly name: string;
    };
    readonly reply: {
      readonly success: true;
      readonly apiKey: ApiKey;
    };
  };
  /** Revoke an API key, effective within five seconds */
  "DELETE /api/keys/{keyId}": {
    readonly path: { readonly keyId: string };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Replace an API key; the old one stays valid for the overlap */
  "POST /api/keys/{keyId}/rotate": {
    readonly path: { readonly keyId: string };
    readonly body?: {
      readonly overlapSeconds?: number;
    };
    readonly reply: {
      readonly success: true;
      readonly apiKey: ApiKey;
      /** The API key. It is shown only this once. */
      readonly key: string;
    };
  };
  /** List what was done in the account, newest first */
  "GET /api/audit": {
    readonly query?: { readonly action?: string; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: {
      readonly success: true;
      readonly entries: readonly (AuditEntry)[];
      /** Null: there is no further page. */
      readonly nextCursor: string | null;
    };
  };
  /** Get mode, limits and fee plan of this installation */
  "GET /api/deployment": {
    readonly reply: {
      readonly success: true;
      readonly deployment: {
        /** test: no money moves. */
        readonly mode: "test" | "live";
        /** Deposits can be paid with POST /api/sandbox/pay. */
        readonly sandbox: boolean;
        readonly sandboxScenarios: readonly ("pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow")[];
        /** Page of the sandbox bank. */
        readonly sandboxUrl: string | null;
        readonly currency: "BRL";
        readonly fee: {
          /** Share of the value, in hundredths of a percent. */
          readonly basisPoints: number;
          /** Fixed part, in cents. */
          readonly fixed: number;
          /** Minimum fee, in cents. */
          readonly min: number;
          /** Maximum fee, in cents. */
          readonly max: number;
          /** DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value. */
          readonly mode: "DEDUCT" | "ON_TOP";
        } | null;
        readonly limits: {
          /** Minimum value of a deposit, in cents. */
          readonly min: number;
          /** Maximum value of a deposit, in cents. */
          readonly max: number;
        } | null;
        readonly expiresIn: {
          /** Seconds, for a deposit without `expiresIn`. */
          readonly default: number | null;
          /** Seconds. */
          readonly min: number;
          /** Seconds. */
          readonly max: number;
        };
        /** Every account must use two-factor authentication. */
        readonly twoFactorRequired: boolean;
        readonly apiVersion: string;
        readonly docsUrl: string;
      };
    };
  };
  /** Pay a deposit as a payer of the sandbox bank; not found in live mode */
  "POST /api/sandbox/pay": {
    readonly body: {
      /** Of the deposit to pay. */
      readonly paymentLinkId: string;
      /** What the payer does. */
      readonly scenario: "pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow";
    };
    readonly reply: {
      readonly success: true;
      readonly payment: {
        /** At the sandbox bank; the deposit follows as with a real one. */
        readonly status: "PAID" | "SCHEDULED" | "REFUSED";
        /** When a scheduled payment will be made. */
        readonly scheduledFor: string | null;
        readonly endToEndIds: readonly (string)[];
      };
    };
  };
  /** Pay as a payer of the sandbox bank; not found in live mode */
  "POST /payment-link/{paymentLinkId}/sandbox-pay": {
    readonly path: { readonly paymentLinkId: string };
    readonly body: {
      /** What the payer does. */
      readonly scenario: "pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow";
    };
    readonly reply: {
      readonly success: true;
      readonly payment: {
        /** At the sandbox bank; the deposit follows as with a real one. */
        readonly status: "PAID" | "SCHEDULED" | "REFUSED";
        /** When a scheduled payment will be made. */
        readonly scheduledFor: string | null;
        readonly endToEndIds: readonly (string)[];
      };
    };
  };
  /** Ask for a link to choose a new password, by mail */
  "POST /api/password-reset": {
    readonly body: {
      readonly email: string;
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Choose a new password with the token of the link; ends all sessions */
  "POST /api/password-reset/confirm": {
    readonly body: {
      /** From the link in the mail. */
      readonly token: string;
      readonly newPassword: string;
      /** Of the authenticator, or a recovery code. */
      readonly code?: string;
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Confirm the e-mail address with the token of the link */
  "POST /api/account/confirm-email": {
    readonly body: {
      /** From the link in the mail. */
      readonly token: string;
    };
    readonly reply: {
      readonly success: true;
      readonly account: {
        readonly email: string;
      };
    };
  };
  /** Send a new link to confirm the e-mail address; earlier ones become invalid */
  "POST /api/account/confirm-email/resend": {
    readonly body?: { readonly [name: string]: never };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Begin to set two-factor authentication up */
  "POST /api/two-factor": {
    readonly body?: { readonly [name: string]: never };
    readonly reply: {
      readonly success: true;
      /** In base 32, to type into an authenticator app. */
      readonly secret: string;
      /** The same as a QR code holds it. */
      readonly otpauthUrl: string;
    };
  };
  /** Turn two-factor authentication off */
  "DELETE /api/two-factor": {
    readonly body: {
      /** Of the authenticator, or a recovery code. */
      readonly code: string;
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** Turn two-factor authentication on, with a first code */
  "POST /api/two-factor/confirm": {
    readonly body: {
      /** Of the authenticator, or a recovery code. */
      readonly code: string;
    };
    readonly reply: {
      readonly success: true;
      /** Each replaces one code of the authenticator, once. They are shown only now. */
      readonly recoveryCodes: readonly (string)[];
    };
  };
  /** Replace all recovery codes */
  "POST /api/two-factor/recovery-codes": {
    readonly body: {
      /** Of the authenticator, or a recovery code. */
      readonly code: string;
    };
    readonly reply: {
      readonly success: true;
      /** Each replaces one code of the authenticator, once. They are shown only now. */
      readonly recoveryCodes: readonly (string)[];
    };
  };
  /** Callback of the bank; every payment is then verified with the bank */
  "POST /provider/{secret}/pix": {
    readonly path: { readonly secret: string };
    readonly body?: {
      readonly pix?: readonly ({
        readonly txid?: string;
        readonly endToEndId?: string;
      })[];
    };
    readonly reply: {
      readonly success: true;
    };
  };
  /** This document */
  "GET /openapi.json": {
    readonly reply: { readonly [name: string]: never };
  };
};
