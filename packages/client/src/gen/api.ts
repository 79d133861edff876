/** Written by npm run generate from the gateway's OpenAPI document. Do not edit. */

export type Overview = {
  /** The figures contain everything that had happened by then: a few seconds before the call. */
  readonly asOf: string;
  /** Today: hour, day. More values may be added. */
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

export type CountedValue = {
  readonly count: number;
  /** In cents. */
  readonly value: number;
};

export type SummedValue = {
  /** In cents. */
  readonly value: number;
};

export type Count = {
  readonly count: number;
};

export type OverviewFigures = {
  /** Deposits that were created, and their value. */
  readonly created: CountedValue | null;
  /** Deposits created in this bucket that were paid since: never more than were created. */
  readonly paid: CountedValue | null;
  /** Deposits that were credited, and their value minus the fee. */
  readonly credited: CountedValue | null;
  /** Suspended payments that were credited to the account. */
  readonly suspenseCredited: CountedValue | null;
  /** Fees of credited deposits. */
  readonly fee: SummedValue | null;
  /** Refunds that the bank has settled, and returns by the bank as far as the account paid for them. Negative where a return of an earlier bucket was corrected. */
  readonly refunded: CountedValue | null;
  /** Deposits whose first successful webhook was delivered. */
  readonly notified: Count | null;
};

export type OverviewBucket = {
  /** Start of the bucket. */
  readonly start: string;
  /** Deposits that were created, and their value. */
  readonly created: CountedValue | null;
  /** Deposits created in this bucket that were paid since: never more than were created. */
  readonly paid: CountedValue | null;
  /** Deposits that were credited, and their value minus the fee. */
  readonly credited: CountedValue | null;
  /** Suspended payments that were credited to the account. */
  readonly suspenseCredited: CountedValue | null;
  /** Fees of credited deposits. */
  readonly fee: SummedValue | null;
  /** Refunds that the bank has settled, and returns by the bank as far as the account paid for them. Negative where a return of an earlier bucket was corrected. */
  readonly refunded: CountedValue | null;
  /** Deposits whose first successful webhook was delivered. */
  readonly notified: Count | null;
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
  /** Today: PENDING, COMPLETED, EXPIRED, CANCELED. More values may be added. */
  readonly status: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED";
  /** When the code expires. */
  readonly expiresAt: string;
  /** Your own identifier. */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none. */
  readonly metadata: { readonly [name: string]: string };
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
  /** Today: PENDING, COMPLETED, EXPIRED, CANCELED. More values may be added. */
  readonly status: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED";
  /** Creation time. */
  readonly createdAt: string;
  /** When the code expires. */
  readonly expiresAt: string;
  /** Your own identifier. */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none. */
  readonly metadata: { readonly [name: string]: string };
  /** Shown to the payer. */
  readonly description: string | null;
  /** When it was paid. */
  readonly paidAt: string | null;
  /** Whether it was paid after it expired. */
  readonly paidLate: boolean;
  /** Refunded so far, in cents. */
  readonly refundedValue: number;
  /** Received in all, in cents. Above 0 without `paidAt`: what was paid did not complete it, and the code takes no more payments. */
  readonly receivedValue: number;
  /** Identifier of the Pix payment that completed it. */
  readonly endToEndId: string | null;
  /** What that payment paid, in cents. What is paid beyond `value` is not credited: it is suspended. */
  readonly paidValue: number | null;
  /** `value` minus `fee`, in cents; null until it is paid. */
  readonly creditedValue: number | null;
  /** Who paid; null: not paid, or not reported by the bank. */
  readonly payer: Payer | null;
};

export type Payer = {
  readonly name: string;
  /** CPF or CNPJ, masked. */
  readonly document: string;
};

export type TimelineEntry = {
  /** When it happened. */
  readonly at: string;
  /** For example created, checked, completed, credited, webhook_attempt. */
  readonly kind: string;
  /** W3C trace id. */
  readonly traceId: string | null;
  /** How we learned of it from the bank: your query or cancellation, its callback, our sweep of received payments, the check before expiry, or a later check of a payment that was unclear. Today: query, cancel, callback, sweep, expiry_check, recheck, returns. More values may be added. */
  readonly source?: "query" | "cancel" | "callback" | "sweep" | "expiry_check" | "recheck" | "returns";
  readonly requestedBy?: Requester;
} & { readonly [name: string]: unknown };

export type Requester = {
  /** Absent: the owner in the dashboard. */
  readonly keyId?: string;
  /** Of the dashboard. */
  readonly sessionId?: string;
  /** IP address of the client. */
  readonly ip?: string;
  /** X-Request-Id of the request. */
  readonly requestId?: string;
} & { readonly [name: string]: unknown };

export type Refund = {
  readonly id: string;
  /** Refunded amount, in cents. */
  readonly value: number;
  /** Today: PROCESSING, SETTLED, FAILED. More values may be added. */
  readonly status: "PROCESSING" | "SETTLED" | "FAILED";
  /** CLIENT: you requested it. BANK: the bank returned the money by itself. Today: CLIENT, BANK. More values may be added. */
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
  /** `insufficient_balance`, `bank_refused`, `bank_failed`, `bank_denied` (the bank does not know the payment), or `bank_reason`: `failure` is the text of the bank. */
  readonly failureCode: string | null;
  /** Of its deposit. */
  readonly paymentLinkId: string;
};

export type Receipt = {
  /** `entrada-receipt-1`. Check only receipts of a form that you know. */
  readonly form: string;
  readonly transaction: ReceiptTransaction;
  readonly chain: ReceiptChain;
  readonly checkpoint: ReceiptCheckpoint;
  /** What was refunded or returned by the bank, oldest first, each with its own proof. */
  readonly returns: readonly (ReceiptReturn)[];
  /** There are more returns than a receipt lists. */
  readonly hasMoreReturns: boolean;
};

export type ReceiptReturn = {
  /** Returned amount, in cents. */
  readonly value: number;
  /** CLIENT: you requested it. BANK: the bank returned the money by itself. Today: CLIENT, BANK. More values may be added. */
  readonly origin: "CLIENT" | "BANK";
  /** Why the bank returned it, for example MED_FRAUDE. Not part of what is signed. */
  readonly natureza: string | null;
  /** When it was booked. */
  readonly at: string;
  readonly transaction: ReceiptTransaction;
  readonly chain: ReceiptChain;
  readonly checkpoint: ReceiptCheckpoint;
};

export type ReceiptTransaction = {
  /** The `transactionId` of DEPOSIT_ASSET_SUCCESS. */
  readonly id: string;
  /** DEPOSIT, REFUND_SETTLE or BANK_RETURN. */
  readonly kind: string;
  /** Id of the account. */
  readonly holderId: string;
  /** Number of the transaction in the account, from 1 on. */
  readonly seq: number;
  /** When it was booked, exactly as it is signed. */
  readonly at: string;
  readonly chargeId: string | null;
  readonly paymentLinkId: string | null;
  readonly endToEndId: string | null;
  /** Id of the refund or return. */
  readonly reference: string | null;
  /** They sum to zero. */
  readonly lines: readonly (ReceiptLine)[];
};

export type ReceiptLine = {
  /** Name of the ledger account. */
  readonly account: string;
  readonly holderId: string | null;
  /** Signed, in cents. */
  readonly amountCents: number;
  /** After this line, in cents; null: not kept for this account. */
  readonly balanceCents: number | null;
};

export type ReceiptChain = {
  /** Hash of the account’s transaction before it, in hex. */
  readonly previous: string;
  /** Digests of the account’s transactions after it up to the checkpoint, in hex. */
  readonly laterDigests: readonly (string)[];
};

export type ReceiptKeys = {
  /** The current key first, then earlier ones. */
  readonly keys: readonly (ReceiptKey)[];
};

export type ReceiptKey = {
  /** The `keyId` of checkpoints. */
  readonly kid: string;
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  /** The public key, in base64url. */
  readonly x: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
};

export type ReceiptCheckpoint = {
  /** Number of the last transaction that it covers. */
  readonly seq: number;
  /** Hash of the chain there, in hex. */
  readonly hash: string;
  /** When it was signed, exactly as it is signed. */
  readonly signedAt: string;
  /** The `kid` of the key in /.well-known/entrada-receipt-keys.json. */
  readonly keyId: string;
  /** Ed25519, in base64. */
  readonly signature: string;
};

export type Balance = {
  /** Available amount, in cents. */
  readonly available: number;
  /** Held for refunds until the bank has made or refused them, in cents. */
  readonly held: number;
  /** In suspense until an operator decides about it, in cents. */
  readonly suspense: number;
  /** What the bank took back and the balance did not cover, in cents; later credits repay it first. */
  readonly owed: number;
  readonly currency: "BRL";
};

export type StatementEntry = {
  readonly id: string;
  /** When it was booked. */
  readonly at: string;
  /** For example DEPOSIT or REFUND_HOLD. */
  readonly kind: string;
  /** Signed, in cents. */
  readonly amount: number;
  /** Available balance after this entry, in cents. */
  readonly balance: number;
  readonly paymentLinkId: string | null;
  readonly description: string;
  /** Of a deposit: what was paid for it, in cents. */
  readonly value: number | null;
  /** Of a deposit: the fee, in cents. */
  readonly fee: number | null;
  /** Of the deposit. */
  readonly externalId: string | null;
};

export type SuspendedPayment = {
  /** The `exceptionId` of the events about it. */
  readonly id: string;
  /** Why the payment, or its surplus, is in suspense. Today: OVERPAID, UNDERPAID, DUPLICATE_PAYMENT, PAID_AFTER_CANCEL, UNKNOWN_TXID. More values may be added. */
  readonly kind: "OVERPAID" | "UNDERPAID" | "DUPLICATE_PAYMENT" | "PAID_AFTER_CANCEL" | "UNKNOWN_TXID";
  /** In suspense when it arrived, in cents: for OVERPAID the surplus, else all that was paid. */
  readonly value: number;
  /** What the bank itself took back of it, in cents; the operator decides about the rest. */
  readonly returnedValue: number;
  readonly chargeId: string | null;
  /** Identifies the payment at the bank. */
  readonly endToEndId: string;
  /** When it was booked. */
  readonly suspendedAt: string;
  /** OPEN until an operator decides: CREDITED to the account, or REFUNDING and then REFUNDED to the payer. RETURNED: the bank itself took it back. Today: OPEN, CREDITED, REFUNDING, REFUNDED, RETURNED. More values may be added. */
  readonly status: "OPEN" | "CREDITED" | "REFUNDING" | "REFUNDED" | "RETURNED";
  /** Why the bank did not refund it when last asked. */
  readonly failure: string | null;
  /** Who paid; null: not reported by the bank. */
  readonly payer: Payer | null;
};

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** What payers see on the payment page; null: the name of the account. */
  readonly displayName: string | null;
  /** Time of the sign-up. */
  readonly createdAt: string;
  /** When its e-mail address was confirmed. */
  readonly emailConfirmedAt: string | null;
  /** Whether mails are sent: false where the deployment has no mail server. */
  readonly receivesMail: boolean;
  /** Whether log-in asks for a code. */
  readonly twoFactor: boolean;
  /** Recovery codes that were not used; null without two-factor authentication. */
  readonly recoveryCodesLeft: number | null;
  /** Null: none chosen. Today: pt-BR, en. More values may be added. */
  readonly language: "pt-BR" | "en" | null;
  /** Since when it is frozen by an operator. */
  readonly frozenAt: string | null;
  /** When the password was last entered in this session. */
  readonly proofAt: string;
};

export type ConfirmedAccount = {
  readonly email: string;
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

export type FeePlan = {
  /** Share of the value, in hundredths of a percent. */
  readonly basisPoints: number;
  /** Fixed part, in cents. */
  readonly fixed: number;
  /** Minimum fee, in cents. */
  readonly min: number;
  /** Maximum fee, in cents. */
  readonly max: number;
  /** DEDUCT: the fee is deducted from the credit. ON_TOP: it is added to the value. Today: DEDUCT, ON_TOP. More values may be added. */
  readonly mode: "DEDUCT" | "ON_TOP";
};

export type ValueLimits = {
  /** Minimum value of a deposit, in cents. */
  readonly min: number;
  /** Maximum value of a deposit, in cents. */
  readonly max: number;
};

export type AccountTerms = {
  /** Version number of the account’s terms; 0: the terms of the deployment. */
  readonly version: number;
  /** When this version takes effect, or took effect. */
  readonly from: string | null;
  readonly fee: FeePlan;
  readonly limits: ValueLimits;
  readonly next: ScheduledTerms | null;
};

export type ScheduledTerms = {
  /** Version number of the account’s terms; 0: the terms of the deployment. */
  readonly version: number;
  /** When this version takes effect, or took effect. */
  readonly from: string | null;
  readonly fee: FeePlan;
  readonly limits: ValueLimits;
};

export type Deployment = {
  /** test: no money moves. Today: test, live. More values may be added. */
  readonly mode: "test" | "live";
  /** Deposits can be paid with POST /api/sandbox/pay. */
  readonly sandbox: boolean;
  readonly sandboxScenarios: readonly ("pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow")[];
  /** Page of the sandbox bank. */
  readonly sandboxUrl: string | null;
  /** Today: BRL. More values may be added. */
  readonly currency: "BRL";
  readonly fee: FeePlan | null;
  readonly limits: ValueLimits | null;
  readonly expiresIn: ExpiryLimits;
  /** Every account must use two-factor authentication. */
  readonly twoFactorRequired: boolean;
  /** Of the contract, as in the header `API-Version`. */
  readonly apiVersion: string;
  readonly docsUrl: string;
};

export type ExpiryLimits = {
  /** Seconds, for a deposit without `expiresIn`. */
  readonly default: number | null;
  /** Seconds. */
  readonly min: number;
  /** Seconds. */
  readonly max: number;
};

export type SandboxPayment = {
  /** At the sandbox bank; the deposit follows as with a real one. Today: PAID, SCHEDULED, REFUSED. More values may be added. */
  readonly status: "PAID" | "SCHEDULED" | "REFUSED";
  /** When a scheduled payment will be made. */
  readonly scheduledFor: string | null;
  readonly endToEndIds: readonly (string)[];
};

export type WebhookHealth = {
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

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly (string)[];
  /** Today: ENABLED, DISABLED, GONE, FAILING. More values may be added. */
  readonly status: "ENABLED" | "DISABLED" | "GONE" | "FAILING";
  /** OWNER: you disabled it. GONE: it answered 410. FAILING: it failed for five days. Null: it is enabled. Today: OWNER, GONE, FAILING. More values may be added. */
  readonly disabledReason: "OWNER" | "GONE" | "FAILING" | null;
  /** Whether deliveries have an Authorization header. */
  readonly hasAuthorization: boolean;
  /** Creation time. */
  readonly createdAt: string;
  readonly health: WebhookHealth;
};

export type WebhookMetrics = {
  /** Everything recorded until then is counted. */
  readonly asOf: string;
  /** One for each hour, oldest first, tests included. */
  readonly buckets: readonly (WebhookMetricsBucket)[];
};

export type WebhookMetricsBucket = {
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
};

export type EventKind = {
  /** As in `events` of a webhook endpoint and `event` of a body. */
  readonly name: string;
  readonly description: string;
  readonly schema: { readonly [name: string]: unknown };
  readonly sample: { readonly [name: string]: unknown };
};

export type AttemptTimings = {
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

export type DeliveryAttempt = {
  /** Time of the attempt. */
  readonly at: string;
  /** Null: no response. */
  readonly statusCode: number | null;
  /** Why the attempt failed, in words. */
  readonly cause: string | null;
  /** Why the attempt failed, for programs; null: it succeeded. Today: gone, redirected, rejected, timeout, refused, unresolved, blocked, insecure, reset, too_long, malformed, unopened. More values may be added. */
  readonly causeCode: "gone" | "redirected" | "rejected" | "timeout" | "refused" | "unresolved" | "blocked" | "insecure" | "reset" | "too_long" | "malformed" | "unopened" | null;
  readonly timings: AttemptTimings;
  /** The beginning of the response body. */
  readonly responseBody: string;
  /** Headers that were sent, with secrets masked. */
  readonly requestHeaders: readonly (string)[];
  /** The first 20 headers of the response, each cut at 256 characters, with secrets masked. Kept for failed attempts and tests; empty for any other success. */
  readonly responseHeaders: readonly (string)[];
};

export type DeliveryTrigger = {
  /** What it was sent for last: an event, or what you asked for. Today: event, test, replay, redelivery. More values may be added. */
  readonly kind: "event" | "test" | "replay" | "redelivery";
  /** When that was. */
  readonly at: string;
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
  readonly trigger: DeliveryTrigger;
  /** Today: PENDING, HELD, DELIVERED, EXHAUSTED, ABANDONED. More values may be added. */
  readonly status: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED";
  /** Creation time. */
  readonly createdAt: string;
  /** In a list of deliveries, only the last attempt. */
  readonly attempts: readonly (DeliveryAttempt)[];
  readonly nextAttemptsAt: readonly (string)[];
  /** What is signed and sent, byte for byte; null in a list of deliveries. */
  readonly body: string | null;
};

export type Error = {
  readonly success: false;
  /** Message for people. */
  readonly error: string;
  /** Reason for programs; see /docs/errors. More values may be added. */
  readonly code: "bad_request" | "invalid_json" | "invalid_value" | "invalid_request" | "invalid_idempotency_key" | "idempotency_key_required" | "invalid_external_id" | "invalid_description" | "invalid_reason" | "invalid_cursor" | "invalid_time" | "invalid_window" | "invalid_name" | "invalid_url" | "invalid_events" | "invalid_authorization" | "replay_too_large" | "webhook_test_failed" | "invalid_token" | "missing_api_key" | "invalid_api_key" | "session_required" | "two_factor_required" | "wrong_code" | "wrong_credentials" | "insufficient_scope" | "account_frozen" | "ip_not_allowed" | "cross_site_request" | "proof_required" | "two_factor_setup_required" | "permission_denied" | "two_factor_on" | "two_factor_off" | "not_found" | "account_not_found" | "charge_not_found" | "receipt_not_found" | "refund_not_found" | "webhook_not_found" | "delivery_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_in_progress" | "external_id_conflict" | "charge_not_pending" | "charge_not_completed" | "insufficient_balance" | "conflict" | "key_limit_reached" | "key_not_active" | "endpoint_limit_reached" | "too_large" | "unsupported_media_type" | "expectation_failed" | "value_out_of_range" | "expires_in_out_of_range" | "idempotency_key_reused" | "refund_out_of_range" | "velocity_limit_reached" | "refund_too_late" | "rate_limited" | "headers_too_large" | "internal_error" | "provider_unavailable" | "auth_unavailable" | "unavailable" | "receipt_not_ready" | "overloaded" | "timeout";
  /** Quote it to support. */
  readonly requestId: string;
  /** The fields that are wrong, where the error is about fields. */
  readonly details?: readonly (FieldProblem)[];
  /** What to do, where the message does not say it. */
  readonly hint?: string;
};

export type FieldProblem = {
  /** Name of the field, parameter or header. */
  readonly field: string;
  /** What is wrong, to be read after the name. */
  readonly message: string;
  /** What is wrong, for programs. Today: required, wrong_type, unknown_field, not_a_choice, wrong_length, out_of_range, malformed, control_characters, confusing_characters, too_weak, in_the_past, invalid. More values may be added. */
  readonly code: "required" | "wrong_type" | "unknown_field" | "not_a_choice" | "wrong_length" | "out_of_range" | "malformed" | "control_characters" | "confusing_characters" | "too_weak" | "in_the_past" | "invalid";
};

export type Event = DepositAssetCanceledEvent | DepositAssetExceptionEvent | DepositAssetExceptionResolvedEvent | DepositAssetExpiredEvent | DepositAssetRefundedEvent | DepositAssetRefundFailedEvent | DepositAssetSuccessEvent | EndpointDisabledEvent | WebhookTestEvent;

export type DepositAssetCanceledEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_CANCELED";
  readonly type: "DEPOSIT_ASSET_CANCELED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetCanceledData;
};

export type DepositAssetCanceledData = {
  /** The charge's `id` */
  readonly chargeId: string;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  readonly status: "CANCELED";
  /** What the payer pays, in cents */
  readonly value: number;
  /** What you asked for, in cents */
  readonly originalValue: number;
  /** Our fee, in cents */
  readonly fee: number;
  readonly currency: "BRL";
  /** When the charge was created */
  readonly createdAt: string;
  /** When it was canceled */
  readonly canceledAt: string;
};

export type DepositAssetExceptionEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_EXCEPTION";
  readonly type: "DEPOSIT_ASSET_EXCEPTION";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetExceptionData;
};

export type DepositAssetExceptionData = {
  /** The ledger transaction */
  readonly transactionId: string;
  /** The exception */
  readonly exceptionId: string;
  /** What is unusual about the payment Today: OVERPAID, UNDERPAID, DUPLICATE_PAYMENT, PAID_AFTER_CANCEL, UNKNOWN_TXID. More values may be added. */
  readonly kind: "OVERPAID" | "UNDERPAID" | "DUPLICATE_PAYMENT" | "PAID_AFTER_CANCEL" | "UNKNOWN_TXID";
  /** In suspense: of OVERPAID the surplus, else all that was paid */
  readonly amount: number;
  /** The charge's `id` */
  readonly chargeId: string;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  /** What the payer pays, in cents */
  readonly value: number;
  /** What you asked for, in cents */
  readonly originalValue: number;
  /** Our fee, in cents */
  readonly fee: number;
  readonly currency: "BRL";
  /** The payment's identifier at the Central Bank */
  readonly endToEndId: string;
  /** When the charge was created */
  readonly createdAt: string;
  /** When the payer paid */
  readonly paidAt: string;
  /** When it was booked to suspense */
  readonly suspendedAt: string;
  /** Who paid; null: not reported by the bank */
  readonly payer: {
    /** The payer's name */
    readonly name: string;
    /** The payer's CPF or CNPJ, masked */
    readonly document: string;
  } | null;
};

export type DepositAssetExceptionResolvedEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_EXCEPTION_RESOLVED";
  readonly type: "DEPOSIT_ASSET_EXCEPTION_RESOLVED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetExceptionResolvedData;
};

export type DepositAssetExceptionResolvedData = {
  /** The ledger transaction */
  readonly transactionId: string;
  /** The exception, as in `DEPOSIT_ASSET_EXCEPTION` */
  readonly exceptionId: string;
  /** What is unusual about the payment Today: OVERPAID, UNDERPAID, DUPLICATE_PAYMENT, PAID_AFTER_CANCEL, UNKNOWN_TXID. More values may be added. */
  readonly kind: "OVERPAID" | "UNDERPAID" | "DUPLICATE_PAYMENT" | "PAID_AFTER_CANCEL" | "UNKNOWN_TXID";
  /** Credited to your balance, or returned to the payer Today: CREDITED, REFUNDED. More values may be added. */
  readonly resolution: "CREDITED" | "REFUNDED";
  /** What was in suspense, in cents */
  readonly amount: number;
  /** The payment's identifier at the Central Bank */
  readonly endToEndId: string;
  /** The charge's `id`; null, as the charge's other fields: the money belongs to no charge of yours */
  readonly chargeId: string | null;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string | null;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  /** What the payer pays, in cents */
  readonly value: number | null;
  /** What you asked for, in cents */
  readonly originalValue: number | null;
  /** Our fee, in cents */
  readonly fee: number | null;
  readonly currency: "BRL";
  /** When the charge was created */
  readonly createdAt: string | null;
  /** When the payer paid */
  readonly paidAt: string;
  /** When the decision was booked */
  readonly resolvedAt: string;
  /** Who paid; null: not reported by the bank */
  readonly payer: {
    /** The payer's name */
    readonly name: string;
    /** The payer's CPF or CNPJ, masked */
    readonly document: string;
  } | null;
};

export type DepositAssetExpiredEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_EXPIRED";
  readonly type: "DEPOSIT_ASSET_EXPIRED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetExpiredData;
};

export type DepositAssetExpiredData = {
  /** The charge's `id` */
  readonly chargeId: string;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  readonly status: "EXPIRED";
  /** What the payer pays, in cents */
  readonly value: number;
  /** What you asked for, in cents */
  readonly originalValue: number;
  /** Our fee, in cents */
  readonly fee: number;
  readonly currency: "BRL";
  /** When the charge was created */
  readonly createdAt: string;
  /** When it expired */
  readonly expiredAt: string;
};

export type DepositAssetRefundedEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_REFUNDED";
  readonly type: "DEPOSIT_ASSET_REFUNDED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetRefundedData;
};

export type DepositAssetRefundedData = {
  /** The ledger transaction */
  readonly transactionId: string;
  /** The refund, or the return made by the bank */
  readonly refundId: string;
  /** Who asked for it: you, or the bank itself (a fraud case or another return that nobody can refuse) Today: CLIENT, BANK. More values may be added. */
  readonly origin: "CLIENT" | "BANK";
  /** The bank's own reason, such as `MED_FRAUDE`; null: you asked for it, or the bank gave none */
  readonly natureza: string | null;
  /** The returned payment's identifier at the Central Bank; null for `CLIENT` */
  readonly endToEndId: string | null;
  /** The charge's `id`; null, as the charge's other fields: the money belongs to no charge of yours */
  readonly chargeId: string | null;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string | null;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  /** The charge's status; null: no charge of yours, or its money was still in suspense Today: COMPLETED. More values may be added. */
  readonly status: "COMPLETED" | null;
  /** What the payer pays, in cents */
  readonly value: number | null;
  /** What you asked for, in cents */
  readonly originalValue: number | null;
  /** Our fee, in cents */
  readonly fee: number | null;
  readonly currency: "BRL";
  /** When the charge was created */
  readonly createdAt: string | null;
  /** Returned by this refund */
  readonly refundValue: number;
  /** Returned of this charge in all, this refund included; null without a charge */
  readonly refundedValue: number | null;
  /** The part that your balance did not cover; later credits repay it */
  readonly owedValue: number;
  /** When it was booked */
  readonly refundedAt: string;
};

export type DepositAssetRefundFailedEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_REFUND_FAILED";
  readonly type: "DEPOSIT_ASSET_REFUND_FAILED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetRefundFailedData;
};

export type DepositAssetRefundFailedData = {
  /** The ledger transaction; it has no entries where nothing was held for the refund */
  readonly transactionId: string;
  /** The refund */
  readonly refundId: string;
  /** The charge's `id` */
  readonly chargeId: string;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  readonly status: "COMPLETED";
  /** What the payer pays, in cents */
  readonly value: number;
  /** What you asked for, in cents */
  readonly originalValue: number;
  /** Our fee, in cents */
  readonly fee: number;
  readonly currency: "BRL";
  /** When the charge was created */
  readonly createdAt: string;
  /** What should have been returned; it is available again */
  readonly refundValue: number;
  /** Why it failed; null: the bank gave no reason */
  readonly reason: string | null;
  /** When it failed */
  readonly failedAt: string;
};

export type DepositAssetSuccessEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "DEPOSIT_ASSET_SUCCESS";
  readonly type: "DEPOSIT_ASSET_SUCCESS";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: DepositAssetSuccessData;
};

export type DepositAssetSuccessData = {
  /** The ledger transaction */
  readonly transactionId: string;
  /** The charge's `id` */
  readonly chargeId: string;
  /** Identifier used to query the charge */
  readonly paymentLinkId: string;
  /** Your own identifier; null: you sent none */
  readonly externalId: string | null;
  /** Your own pairs of texts; empty: none */
  readonly metadata: { readonly [name: string]: string };
  readonly status: "COMPLETED";
  /** What the payer pays, in cents */
  readonly value: number;
  /** What you asked for, in cents */
  readonly originalValue: number;
  /** Our fee, in cents */
  readonly fee: number;
  /** Added to your balance: `value` less `fee` */
  readonly creditedValue: number;
  /** What the payer paid */
  readonly paidValue: number;
  readonly currency: "BRL";
  /** The payment's identifier at the Central Bank */
  readonly endToEndId: string;
  /** The charge had expired by our clock */
  readonly paidLate: boolean;
  /** When the charge was created */
  readonly createdAt: string;
  /** When the payer paid */
  readonly paidAt: string;
  /** Who paid; null: not reported by the bank */
  readonly payer: {
    /** The payer's name */
    readonly name: string;
    /** The payer's CPF or CNPJ, masked */
    readonly document: string;
  } | null;
};

export type EndpointDisabledEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "ENDPOINT_DISABLED";
  readonly type: "ENDPOINT_DISABLED";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test?: true;
  readonly data: EndpointDisabledData;
};

export type EndpointDisabledData = {
  /** The endpoint */
  readonly webhookId: string;
  /** Its name */
  readonly name: string;
  /** Its URL */
  readonly url: string;
  /** `GONE`: it answered 410. `FAILING`: five days of failures Today: GONE, FAILING. More values may be added. */
  readonly reason: "GONE" | "FAILING";
  /** The last failure, in plain words */
  readonly cause: string;
  /** When it was disabled */
  readonly disabledAt: string;
};

export type WebhookTestEvent = {
  /** Equal to the webhook-id header of every attempt; handle each id once */
  readonly id: string;
  readonly event: "WEBHOOK_TEST";
  readonly type: "WEBHOOK_TEST";
  /** When the fact was committed */
  readonly timestamp: string;
  /** Only in a test that you asked for: it reports nothing that happened, whatever else it says */
  readonly test: true;
  readonly data: WebhookTestData;
};

export type WebhookTestData = {
  /** The endpoint */
  readonly webhookId: string;
  /** Says that this is a test */
  readonly message: string;
};

export type OtherEvent = {
  readonly id: string;
  /** A kind that this document does not know. */
  readonly event: string;
  /** Equal to `event`. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly [name: string]: unknown };
};

export type CreateDepositRequest = {
  /** Cents. */
  readonly value: number;
  /** Seconds until the code expires; default 86400, unless the deployment sets another. */
  readonly expiresIn?: number;
  /** Your own identifier; must be unique per account. */
  readonly externalId?: string;
  /** Shown to the payer. */
  readonly description?: string;
  /** Pairs of texts of your own, at most 20; keys have 1 to 40 characters, values at most 500. They come back in replies, events and files. */
  readonly metadata?: { readonly [name: string]: string };
};

export type CreateDepositReply = {
  readonly success: true;
  readonly charge: CreatedCharge;
};

export type ListDepositsReply = {
  readonly success: true;
  readonly charges: readonly (Charge)[];
  readonly nextCursor: string | null;
};

export type GetDepositReply = {
  readonly success: true;
  readonly charge: Charge;
};

export type CancelDepositReply = {
  readonly success: true;
  readonly charge: Charge;
};

export type RefundDepositRequest = {
  /** Cents. */
  readonly value?: number;
  readonly reason?: string;
};

export type RefundDepositReply = {
  readonly success: true;
  readonly refund: Refund;
};

export type ListRefundsReply = {
  readonly success: true;
  readonly refunds: readonly (Refund)[];
  readonly nextCursor: string | null;
};

export type ListAccountRefundsReply = {
  readonly success: true;
  readonly refunds: readonly (Refund)[];
  readonly nextCursor: string | null;
};

export type GetRefundReply = {
  readonly success: true;
  readonly refund: Refund;
};

export type GetTimelineReply = {
  readonly success: true;
  readonly timeline: readonly (TimelineEntry)[];
  /** Services whose entries are missing because they are unavailable. */
  readonly incomplete: readonly (string)[];
};

export type GetReceiptReply = {
  readonly success: true;
  readonly receipt: Receipt;
};

export type GetBalanceReply = {
  readonly success: true;
  readonly balance: Balance;
};

export type GetStatementReply = {
  readonly success: true;
  readonly entries: readonly (StatementEntry)[];
  readonly nextCursor: string | null;
  /** Available balance right before `from`, in cents; 0 without `from`. */
  readonly openingBalance: number;
  /** Available balance right before `to`, in cents; without `to`, the current balance. */
  readonly closingBalance: number;
};

export type ListSuspendedPaymentsReply = {
  readonly success: true;
  readonly payments: readonly (SuspendedPayment)[];
  readonly nextCursor: string | null;
};

export type GetOverviewReply = {
  readonly success: true;
  readonly overview: Overview;
};

export type CreateWebhookRequest = {
  readonly name: string;
  /** An https URL on the public internet. */
  readonly url: string;
  /** Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged. */
  readonly events?: readonly (string)[];
  /** Value of the Authorization header of deliveries; empty: none. */
  readonly authorization?: string;
  /** Saves the webhook without testing the receiver. */
  readonly skipTest?: boolean;
  /** `disabled`: created without a test, so that the receiver can get the secret first. Events are held until it is enabled. Default: `enabled`. */
  readonly status?: "enabled" | "disabled";
  /** The same as `status`; send one of them. */
  readonly enabled?: boolean;
  /** Secret that your receiver checks signatures with: `whsec_` and the base64 of 24 to 64 random bytes. Default: a new one, which is in the reply. */
  readonly secret?: string;
};

export type CreateWebhookReply = {
  readonly success: true;
  readonly webhook: Webhook;
  /** Secret that signs the deliveries. It is shown only this once. */
  readonly secret: string;
};

export type ListWebhooksReply = {
  readonly success: true;
  readonly webhooks: readonly (Webhook)[];
};

export type GetWebhookReply = {
  readonly success: true;
  readonly webhook: Webhook;
};

export type UpdateWebhookRequest = {
  readonly name?: string;
  /** An https URL on the public internet. */
  readonly url?: string;
  /** Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged. */
  readonly events?: readonly (string)[];
  /** Value of the Authorization header of deliveries; empty: none. */
  readonly authorization?: string;
  /** Saves the webhook without testing the receiver. */
  readonly skipTest?: boolean;
  /** `disabled`: its deliveries are held until it is enabled. */
  readonly status?: "enabled" | "disabled";
  /** The same as `status`; send one of them. */
  readonly enabled?: boolean;
};

export type UpdateWebhookReply = {
  readonly success: true;
  readonly webhook: Webhook;
};

export type Done = {
  readonly success: true;
};

export type NoFields = { readonly [name: string]: never };

export type RotateWebhookSecretReply = {
  readonly success: true;
  /** Secret that signs the deliveries. It is shown only this once. */
  readonly secret: string;
};

export type TestWebhookRequest = {
  /** The event whose sample is sent; default: WEBHOOK_TEST. */
  readonly event?: string;
};

export type TestWebhookReply = {
  readonly success: true;
  readonly delivery: Delivery;
};

export type ReplayDeliveriesRequest = {
  readonly from: string;
  readonly to: string;
  /** `failed`: only deliveries that were given up (EXHAUSTED or ABANDONED). Default: `"all"`. */
  readonly only?: "all" | "failed";
  /** Counts the deliveries and changes nothing. Default: `false`. */
  readonly dryRun?: boolean;
};

export type ReplayDeliveriesReply = {
  readonly success: true;
  /** Deliveries that will, or would, be sent again. */
  readonly count: number;
  /** Whether they were only counted. */
  readonly dryRun: boolean;
};

export type ListDeliveriesReply = {
  readonly success: true;
  readonly deliveries: readonly (Delivery)[];
  readonly nextCursor: string | null;
};

export type GetWebhookMetricsReply = {
  readonly success: true;
  readonly metrics: WebhookMetrics;
};

export type ListEventKindsReply = {
  readonly success: true;
  readonly eventKinds: readonly (EventKind)[];
};

export type ListAccountDeliveriesReply = {
  readonly success: true;
  readonly deliveries: readonly (Delivery)[];
  readonly nextCursor: string | null;
};

export type GetDeliveryReply = {
  readonly success: true;
  readonly delivery: Delivery;
};

export type ListEventsReply = {
  readonly success: true;
  readonly events: readonly (Event)[];
  readonly nextCursor: string | null;
};

export type AcknowledgeEventsRequest = {
  readonly cursor: string;
};

export type SignUpRequest = {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Language of mails; default: Portuguese. */
  readonly language?: "pt-BR" | "en";
};

export type SignUpReply = {
  readonly success: true;
  readonly account: Account;
};

export type GetAccountReply = {
  readonly success: true;
  readonly account: Account;
  readonly terms: AccountTerms | null;
};

export type UpdateAccountRequest = {
  readonly name?: string;
  /** Language of mails; null: none chosen, which is Portuguese. */
  readonly language?: "pt-BR" | "en" | null;
  /** What payers see on the payment page; null: the name of the account. */
  readonly displayName?: string | null;
};

export type UpdateAccountReply = {
  readonly success: true;
  readonly account: Account;
};

export type ChangePasswordRequest = {
  readonly oldPassword: string;
  readonly newPassword: string;
};

export type LogInRequest = {
  readonly email: string;
  readonly password: string;
  /** The code that the authenticator shows, or a recovery code. Required while two-factor authentication is on. */
  readonly code?: string;
};

export type LogInReply = {
  readonly success: true;
  readonly account: Account;
};

export type ProveSessionRequest = {
  readonly password: string;
  /** The code that the authenticator shows, or a recovery code. */
  readonly code?: string;
};

export type ProveSessionReply = {
  readonly success: true;
  /** When the password was entered. */
  readonly proofAt: string;
};

export type ListSessionsReply = {
  readonly success: true;
  readonly sessions: readonly (Session)[];
};

export type EndOtherSessionsReply = {
  readonly success: true;
  /** How many were ended. */
  readonly count: number;
};

export type CreateKeyRequest = {
  readonly name: string;
  /** Default: all scopes. */
  readonly scopes?: readonly (string)[];
  readonly expiresAt?: string;
  /** IP addresses or CIDR ranges; default, or if empty: any address. */
  readonly allowedIps?: readonly (string)[];
};

export type CreateKeyReply = {
  readonly success: true;
  readonly apiKey: ApiKey;
  /** The API key. It is shown only this once. */
  readonly key: string;
};

export type ListKeysReply = {
  readonly success: true;
  readonly apiKeys: readonly (ApiKey)[];
};

export type RenameKeyRequest = {
  readonly name: string;
};

export type RenameKeyReply = {
  readonly success: true;
  readonly apiKey: ApiKey;
};

export type RotateKeyRequest = {
  /** Default: `86400`. */
  readonly overlapSeconds?: number;
};

export type RotateKeyReply = {
  readonly success: true;
  readonly apiKey: ApiKey;
  /** The API key. It is shown only this once. */
  readonly key: string;
};

export type ListAuditReply = {
  readonly success: true;
  readonly entries: readonly (AuditEntry)[];
  /** Null: there is no further page. */
  readonly nextCursor: string | null;
};

export type GetDeploymentReply = {
  readonly success: true;
  readonly deployment: Deployment;
};

export type PayInSandboxRequest = {
  /** The deposit to pay. */
  readonly paymentLinkId: string;
  /** What the payer does. */
  readonly scenario: "pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow";
};

export type PayInSandboxReply = {
  readonly success: true;
  readonly payment: SandboxPayment;
};

export type PayLinkInSandboxRequest = {
  /** What the payer does. */
  readonly scenario: "pay" | "late" | "twice" | "too_little" | "too_much" | "refuse" | "slow";
};

export type PayLinkInSandboxReply = {
  readonly success: true;
  readonly payment: SandboxPayment;
};

export type RequestPasswordResetRequest = {
  readonly email: string;
};

export type ConfirmPasswordResetRequest = {
  /** From the link in the mail. */
  readonly token: string;
  readonly newPassword: string;
  /** The code that the authenticator shows, or a recovery code. */
  readonly code?: string;
};

export type ConfirmEmailRequest = {
  /** From the link in the mail. */
  readonly token: string;
};

export type ConfirmEmailReply = {
  readonly success: true;
  readonly account: ConfirmedAccount;
};

export type BeginTwoFactorReply = {
  readonly success: true;
  /** In base 32, to type into an authenticator app. */
  readonly secret: string;
  /** The same as a QR code holds it. */
  readonly otpauthUrl: string;
};

export type DisableTwoFactorRequest = {
  /** The code that the authenticator shows, or a recovery code. */
  readonly code: string;
};

export type ConfirmTwoFactorRequest = {
  /** The code that the authenticator shows, or a recovery code. */
  readonly code: string;
};

export type ConfirmTwoFactorReply = {
  readonly success: true;
  /** Each replaces one code of the authenticator, once. They are shown only now. */
  readonly recoveryCodes: readonly (string)[];
};

export type ReplaceRecoveryCodesRequest = {
  /** The code that the authenticator shows, or a recovery code. */
  readonly code: string;
};

export type ReplaceRecoveryCodesReply = {
  readonly success: true;
  /** Each replaces one code of the authenticator, once. They are shown only now. */
  readonly recoveryCodes: readonly (string)[];
};

export type NotifyPaymentsRequest = {
  readonly pix?: readonly ({
    readonly txid?: string;
    readonly endToEndId?: string;
    readonly devolucoes?: readonly (unknown)[];
  })[];
};

export type Calls = {
  /** Create a deposit */
  "POST /api/deposit": {
    readonly body: CreateDepositRequest;
    readonly reply: CreateDepositReply;
  };
  /** List deposits, newest first */
  "GET /api/deposit": {
    readonly query?: { readonly status?: "PENDING" | "COMPLETED" | "EXPIRED" | "CANCELED"; readonly externalId?: string; readonly q?: string; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string; readonly format?: "json" | "csv"; readonly tz?: string; readonly sep?: "," | ";" };
    readonly reply: ListDepositsReply;
  };
  /** Query a deposit */
  "GET /api/deposit/{paymentLinkId}": {
    readonly path: { readonly paymentLinkId: string };
    readonly query?: { readonly wait?: number };
    readonly reply: GetDepositReply;
  };
  /** Cancel a deposit */
  "DELETE /api/deposit/{paymentLinkId}": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: CancelDepositReply;
  };
  /** Refund a deposit */
  "POST /api/deposit/{paymentLinkId}/refund": {
    readonly path: { readonly paymentLinkId: string };
    readonly body?: RefundDepositRequest;
    readonly reply: RefundDepositReply;
  };
  /** Refunds of a deposit, newest first */
  "GET /api/deposit/{paymentLinkId}/refunds": {
    readonly path: { readonly paymentLinkId: string };
    readonly query?: { readonly limit?: number; readonly cursor?: string };
    readonly reply: ListRefundsReply;
  };
  /** Refunds of the account, newest first */
  "GET /api/refunds": {
    readonly query?: { readonly status?: "PROCESSING" | "SETTLED" | "FAILED"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: ListAccountRefundsReply;
  };
  /** Get a refund */
  "GET /api/refunds/{refundId}": {
    readonly path: { readonly refundId: string };
    readonly reply: GetRefundReply;
  };
  /** Timeline of a deposit, oldest entry first */
  "GET /api/deposit/{paymentLinkId}/timeline": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: GetTimelineReply;
  };
  /** Receipt of a credit, which can be verified offline */
  "GET /api/deposit/{paymentLinkId}/receipt": {
    readonly path: { readonly paymentLinkId: string };
    readonly reply: GetReceiptReply;
  };
  /** Balance, now or at a time in the past */
  "GET /api/balance": {
    readonly query?: { readonly at?: string };
    readonly reply: GetBalanceReply;
  };
  /** Statement of the account, newest entry first */
  "GET /api/statement": {
    readonly query?: { readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string; readonly format?: "json" | "csv"; readonly tz?: string; readonly sep?: "," | ";" };
    readonly reply: GetStatementReply;
  };
  /** Suspended payments, oldest first */
  "GET /api/suspense": {
    readonly query?: { readonly limit?: number; readonly cursor?: string };
    readonly reply: ListSuspendedPaymentsReply;
  };
  /** What was created, paid, credited, refunded and notified, by hour or day */
  "GET /api/overview": {
    readonly query?: { readonly from?: string; readonly to?: string; readonly bucket?: "hour" | "day"; readonly tz?: string };
    readonly reply: GetOverviewReply;
  };
  /** Create a webhook endpoint; it must answer a signed test event with 2xx */
  "POST /api/webhooks": {
    readonly body: CreateWebhookRequest;
    readonly reply: CreateWebhookReply;
  };
  /** List webhook endpoints, newest first */
  "GET /api/webhooks": {
    readonly reply: ListWebhooksReply;
  };
  /** Get a webhook endpoint and its health */
  "GET /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly reply: GetWebhookReply;
  };
  /** Change the given fields; a new URL is tested first */
  "PATCH /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly body?: UpdateWebhookRequest;
    readonly reply: UpdateWebhookReply;
  };
  /** Delete a webhook endpoint; its events stay in the feed */
  "DELETE /api/webhooks/{webhookId}": {
    readonly path: { readonly webhookId: string };
    readonly reply: Done;
  };
  /** Create a new secret; deliveries are signed with both for 24 hours */
  "POST /api/webhooks/{webhookId}/rotate-secret": {
    readonly path: { readonly webhookId: string };
    readonly body?: NoFields;
    readonly reply: RotateWebhookSecretReply;
  };
  /** Send a test event now */
  "POST /api/webhooks/{webhookId}/test": {
    readonly path: { readonly webhookId: string };
    readonly body?: TestWebhookRequest;
    readonly reply: TestWebhookReply;
  };
  /** Deliver the events of a time window again */
  "POST /api/webhooks/{webhookId}/replay": {
    readonly path: { readonly webhookId: string };
    readonly body: ReplayDeliveriesRequest;
    readonly reply: ReplayDeliveriesReply;
  };
  /** List the deliveries of a webhook endpoint, newest first, each with its last attempt */
  "GET /api/webhooks/{webhookId}/deliveries": {
    readonly path: { readonly webhookId: string };
    readonly query?: { readonly status?: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: ListDeliveriesReply;
  };
  /** Count the attempts at a webhook endpoint, per hour */
  "GET /api/webhooks/{webhookId}/metrics": {
    readonly path: { readonly webhookId: string };
    readonly query?: { readonly from?: string; readonly to?: string };
    readonly reply: GetWebhookMetricsReply;
  };
  /** List what webhooks can be sent, with the schema and a sample of each body */
  "GET /api/event-kinds": {
    readonly reply: ListEventKindsReply;
  };
  /** List the deliveries to all webhooks, newest first, each with its last attempt */
  "GET /api/deliveries": {
    readonly query?: { readonly webhookId?: string; readonly event?: string; readonly eventId?: string; readonly status?: "PENDING" | "HELD" | "DELIVERED" | "EXHAUSTED" | "ABANDONED"; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: ListAccountDeliveriesReply;
  };
  /** Get a delivery and all of its attempts */
  "GET /api/deliveries/{deliveryId}": {
    readonly path: { readonly deliveryId: string };
    readonly reply: GetDeliveryReply;
  };
  /** Send a delivery again */
  "POST /api/deliveries/{deliveryId}/redeliver": {
    readonly path: { readonly deliveryId: string };
    readonly body?: NoFields;
    readonly reply: Done;
  };
  /** List events after a cursor, in order and without gaps */
  "GET /api/events": {
    readonly query?: { readonly cursor?: string; readonly after?: string; readonly limit?: number; readonly wait?: number };
    readonly reply: ListEventsReply;
  };
  /** Acknowledge all events up to a cursor */
  "POST /api/events/ack": {
    readonly body: AcknowledgeEventsRequest;
    readonly reply: Done;
  };
  /** Sign up */
  "POST /api/account": {
    readonly body: SignUpRequest;
    readonly reply: SignUpReply;
  };
  /** Get the account that is logged in, and its terms */
  "GET /api/account": {
    readonly reply: GetAccountReply;
  };
  /** Change the name, the name that payers see or the language of mails */
  "PATCH /api/account": {
    readonly body?: UpdateAccountRequest;
    readonly reply: UpdateAccountReply;
  };
  /** Change the password and end all other sessions */
  "POST /api/account/password": {
    readonly body: ChangePasswordRequest;
    readonly reply: Done;
  };
  /** Log in */
  "POST /api/session": {
    readonly body: LogInRequest;
    readonly reply: LogInReply;
  };
  /** Log out */
  "DELETE /api/session": {
    readonly reply: Done;
  };
  /** Confirm the password, and the code if two-factor authentication is on */
  "POST /api/session/proof": {
    readonly body: ProveSessionRequest;
    readonly reply: ProveSessionReply;
  };
  /** List the active sessions */
  "GET /api/sessions": {
    readonly reply: ListSessionsReply;
  };
  /** End every session but this one */
  "POST /api/sessions/revoke-others": {
    readonly body?: NoFields;
    readonly reply: EndOtherSessionsReply;
  };
  /** End a session */
  "DELETE /api/sessions/{sessionId}": {
    readonly path: { readonly sessionId: string };
    readonly reply: Done;
  };
  /** Create an API key */
  "POST /api/keys": {
    readonly body: CreateKeyRequest;
    readonly reply: CreateKeyReply;
  };
  /** List API keys, newest first */
  "GET /api/keys": {
    readonly reply: ListKeysReply;
  };
  /** Rename an API key */
  "PATCH /api/keys/{keyId}": {
    readonly path: { readonly keyId: string };
    readonly body: RenameKeyRequest;
    readonly reply: RenameKeyReply;
  };
  /** Revoke an API key, effective within five seconds */
  "DELETE /api/keys/{keyId}": {
    readonly path: { readonly keyId: string };
    readonly reply: Done;
  };
  /** Replace an API key; the old one stays valid for the overlap */
  "POST /api/keys/{keyId}/rotate": {
    readonly path: { readonly keyId: string };
    readonly body?: RotateKeyRequest;
    readonly reply: RotateKeyReply;
  };
  /** List what was done in the account, newest first */
  "GET /api/audit": {
    readonly query?: { readonly action?: string; readonly from?: string; readonly to?: string; readonly limit?: number; readonly cursor?: string };
    readonly reply: ListAuditReply;
  };
  /** Get mode, limits and fee plan of this installation */
  "GET /api/deployment": {
    readonly reply: GetDeploymentReply;
  };
  /** Pay a deposit as a payer of the sandbox bank; not found in live mode */
  "POST /api/sandbox/pay": {
    readonly body: PayInSandboxRequest;
    readonly reply: PayInSandboxReply;
  };
  /** Pay as a payer of the sandbox bank; not found in live mode */
  "POST /payment-link/{paymentLinkId}/sandbox-pay": {
    readonly path: { readonly paymentLinkId: string };
    readonly body: PayLinkInSandboxRequest;
    readonly reply: PayLinkInSandboxReply;
  };
  /** Ask for a link to choose a new password, by mail */
  "POST /api/password-reset": {
    readonly body: RequestPasswordResetRequest;
    readonly reply: Done;
  };
  /** Choose a new password with the token of the link; ends all sessions */
  "POST /api/password-reset/confirm": {
    readonly body: ConfirmPasswordResetRequest;
    readonly reply: Done;
  };
  /** Confirm the e-mail address with the token of the link */
  "POST /api/account/confirm-email": {
    readonly body: ConfirmEmailRequest;
    readonly reply: ConfirmEmailReply;
  };
  /** Send a new link to confirm the e-mail address; earlier ones become invalid */
  "POST /api/account/confirm-email/resend": {
    readonly body?: NoFields;
    readonly reply: Done;
  };
  /** Begin to set two-factor authentication up */
  "POST /api/two-factor": {
    readonly body?: NoFields;
    readonly reply: BeginTwoFactorReply;
  };
  /** Turn two-factor authentication off */
  "DELETE /api/two-factor": {
    readonly body: DisableTwoFactorRequest;
    readonly reply: Done;
  };
  /** Turn two-factor authentication on, with a first code; ends all other sessions */
  "POST /api/two-factor/confirm": {
    readonly body: ConfirmTwoFactorRequest;
    readonly reply: ConfirmTwoFactorReply;
  };
  /** Replace all recovery codes */
  "POST /api/two-factor/recovery-codes": {
    readonly body: ReplaceRecoveryCodesRequest;
    readonly reply: ReplaceRecoveryCodesReply;
  };
  /** Callback of the bank; every payment is then verified with the bank */
  "POST /provider/{secret}/pix": {
    readonly path: { readonly secret: string };
    readonly body?: NotifyPaymentsRequest;
    readonly reply: Done;
  };
  /** Public keys that receipts are checked with, as a JSON Web Key Set */
  "GET /.well-known/entrada-receipt-keys.json": {
    readonly reply: ReceiptKeys;
  };
  /** This document */
  "GET /openapi.json": {
    readonly reply: { readonly [name: string]: never };
  };
};
