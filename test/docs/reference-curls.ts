import { type Call, callsOf } from '../../services/gateway/src/transport/docs/calls.ts';
import { curlFor } from '../../services/gateway/src/transport/docs/curl.ts';
import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import {
  EXAMPLE_TIME,
  EXAMPLE_UUID,
  EXAMPLE_VALUES,
} from '../../services/gateway/src/transport/openapi/example-values.ts';

const LOCAL = 'http://localhost:8080';
const HOUR_MS = 3_600_000;

/** What exists in the system where the examples of the contract have made-up values. */
export type Existing = {
  readonly paymentLinkId: string;
  readonly refundId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly cursor: string;
  readonly receiverUrl: string;
};

/** The commands of the reference that need no more than a key; deletions last, since the others need what they delete. */
export function referenceCurls(): [call: string, curl: string][] {
  const calls = callsOf(openApiDocument(LOCAL)).filter(needsNoMoreThanKey);
  const isDeletion = ({ method }: Call) => Number(method === 'DELETE');
  return calls
    .toSorted((a, b) => isDeletion(a) - isDeletion(b))
    .map((call) => [`${call.method} ${call.path}`, curlFor(call, LOCAL)]);
}

/** Not a session, a token of a mail, or the secret of the bank. */
function needsNoMoreThanKey({ path, operation }: Call): boolean {
  const [first] = operation.security;
  if (first) return first.bearer !== undefined;
  return !/^\/provider|\/confirm/.test(path);
}

export function withExisting(curl: string, existing: Existing, baseUrl: string): string {
  const hourAgo = new Date(Date.now() - HOUR_MS).toISOString();
  const values: readonly [unknown, string][] = [
    [LOCAL, baseUrl],
    [EXAMPLE_VALUES.paymentLinkId, existing.paymentLinkId],
    [`/refunds/${EXAMPLE_VALUES.refundId}`, `/refunds/${existing.refundId}`],
    [EXAMPLE_UUID, existing.webhookId],
    [`/deliveries/${EXAMPLE_VALUES.deliveryId}`, `/deliveries/${existing.deliveryId}`],
    [EXAMPLE_VALUES.cursor, existing.cursor],
    [EXAMPLE_VALUES.url, existing.receiverUrl],
    [EXAMPLE_VALUES['ReplayDeliveriesRequest.from'], hourAgo],
    [EXAMPLE_TIME, new Date().toISOString()],
  ];
  return values.reduce((text, [made, real]) => text.replaceAll(String(made), real), curl);
}
