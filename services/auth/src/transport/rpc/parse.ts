import type { NotifyRequest } from '@entrada/contracts/gen/auth/v1/NotifyRequest';
import { fieldError } from '@entrada/platform/errors/app-error';
import {
  choiceField,
  lookupId,
  matchingField,
  timeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import { parseRequester, type Requester } from '@entrada/platform/identity/requester';
import ipaddr from 'ipaddr.js';
import type { Notice } from '../../domain/notice.ts';
import type { Origin } from '../../domain/session.ts';

const USER_AGENT_LENGTH_MAX = 200;
const IP_LENGTH_MAX = 100;
const USES_MAX = 1_000;

const ENDPOINT_KINDS = ['ENDPOINT_CREATED', 'ENDPOINT_GONE', 'ENDPOINT_FAILING'] as const;
const NAME = /^.{1,200}$/su;
const URL_TEXT = /^\S{1,2100}$/;

type KeyUseMessage = {
  readonly keyId: string;
  readonly lastUsedAt: string;
  readonly sentInQuery: boolean;
};

export function parseKeyUses(uses: readonly KeyUseMessage[]) {
  if (uses.length > USES_MAX) throw fieldError('uses', `must have at most ${USES_MAX} items`);
  return uses.map(({ keyId, lastUsedAt, sentInQuery }) => ({
    keyId: lookupId(keyId),
    usedAt: timeField('lastUsedAt', lastUsedAt),
    sentInQuery,
  }));
}

type SentRequest = {
  readonly accountId: string;
  readonly sessionId?: string;
  readonly keyId?: string;
  readonly origin?: Origin | null;
  readonly requester?: Parameters<typeof parseRequester>[0];
};
type ParsedRequest<T> = Omit<T, 'origin' | 'requester'> &
  (T extends { origin: unknown } ? { readonly origin: Origin } : unknown) &
  (T extends { requester: unknown } ? { readonly requester: Requester } : unknown);

/** A request with its ids and who sent it parsed, and its other fields as they are. */
export function parseSent<T extends SentRequest>(request: T): ParsedRequest<T> {
  const { accountId, sessionId, keyId, origin, requester } = request;
  return {
    ...request,
    accountId: lookupId(accountId),
    ...(sessionId !== undefined && { sessionId: lookupId(sessionId) }),
    ...(keyId !== undefined && { keyId: lookupId(keyId) }),
    ...(origin !== undefined && { origin: parseOrigin(origin) }),
    ...(requester !== undefined && { requester: parseRequester(requester) }),
  } as unknown as ParsedRequest<T>;
}

/** An origin is only displayed and counted, so what is malformed is left out, not refused. */
export function parseOrigin(origin: Origin | null): Origin {
  return { ip: parseIp(origin?.ip ?? ''), userAgent: parseUserAgent(origin?.userAgent ?? '') };
}

/** In full form, so that one address is one text. */
function parseIp(text: string): string {
  const [address = ''] = text.slice(0, IP_LENGTH_MAX).split('%');
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : '';
}

function parseUserAgent(text: string): string {
  return text
    .slice(0, USER_AGENT_LENGTH_MAX)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed();
}

/** About an endpoint, from the service that keeps them. */
export function parseNotice(request: NotifyRequest) {
  const name = matchingField('endpointName', request.endpointName, NAME);
  const url = matchingField('endpointUrl', request.endpointUrl, URL_TEXT);
  const kind = choiceField('kind', request.kind, ENDPOINT_KINDS);
  const cause = kind === 'ENDPOINT_GONE' ? 'gone' : 'failing';
  const notice: Notice =
    kind === 'ENDPOINT_CREATED'
      ? { kind: 'endpoint_created', name, url }
      : { kind: 'endpoint_disabled', name, url, cause };
  const id = uuidField('noticeId', request.noticeId);
  return { id, accountId: lookupId(request.accountId), notice };
}
