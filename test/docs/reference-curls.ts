import { HOUR_MS } from '@entrada/platform/time/units';
import { openApiDocument } from '../../services/gateway/src/transport/openapi/document.ts';
import {
  EXAMPLE_TIME,
  EXAMPLE_UUID,
  EXAMPLE_VALUES,
} from '../../services/gateway/src/transport/openapi/example-values.ts';
import { type Call, callsOf, curlFor } from '../../tools/generate/calls.ts';

const LOCAL = 'http://localhost:8080';

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

/** Each takes away what the ones before it need. */
const LAST_OF_SESSION = [
  'DELETE /api/keys/{keyId}',
  'DELETE /api/sessions/{sessionId}',
  'POST /api/sessions/revoke-others',
  'POST /api/account/password',
  'DELETE /api/session',
];
/** They need an authenticator that is set up. */
const NEEDS_CODE = /^(DELETE \/api\/two-factor|POST \/api\/two-factor\/.*)$/;

/** The commands of the reference that need a session, after those that open one, in an order in which all work. */
export function sessionCurls(): [call: string, curl: string][] {
  const curls = callsOf(openApiDocument(LOCAL)).map((call): [string, string, Call] => {
    return [`${call.method} ${call.path}`, curlFor(call, LOCAL), call];
  });
  const opening = ['POST /api/account', 'POST /api/session'];
  const needing = curls.filter(([name, , { operation }]) => {
    const [first] = operation.security;
    return first !== undefined && first.bearer === undefined && !NEEDS_CODE.test(name);
  });
  const inOrder = needing.toSorted(
    ([a], [b]) => LAST_OF_SESSION.indexOf(a) - LAST_OF_SESSION.indexOf(b),
  );
  const opened = opening.flatMap((name) => curls.filter(([other]) => other === name));
  return [...opened, ...inOrder].map(([name, curl]) => [name, curl]);
}

/** Of an account of its own, since its password is changed. */
export function withOwn(
  [call, curl]: readonly [string, string],
  own: { readonly email: string; readonly key: string; readonly session: string },
  baseUrl: string,
): string {
  const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const id = call.includes('{sessionId}') ? own.session : own.key;
  return curl
    .replaceAll(LOCAL, baseUrl)
    .replaceAll(String(EXAMPLE_VALUES.email), own.email)
    .replaceAll(EXAMPLE_UUID, id)
    .replaceAll(String(EXAMPLE_VALUES.expiresAt), tomorrow);
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
