import type { DisabledReason, Endpoint, SealedSecrets } from '../domain/endpoint.ts';
import type { EventType } from '../domain/webhook-event.ts';

export const ENDPOINT_COLUMNS = `
  endpoint.id, endpoint.account_id, endpoint.name, endpoint.url, endpoint.events,
  endpoint.created_at, endpoint.status, endpoint.disabled_reason,
  endpoint.sealed_authorization is not null as has_authorization`;

export const SECRET_COLUMNS = `
  endpoint.sealed_secret, endpoint.sealed_authorization,
  case when endpoint.previous_secret_until > now() then endpoint.sealed_previous_secret end
    as sealed_previous_secret`;

export type EndpointRow = {
  id: string;
  account_id: string;
  name: string;
  url: string;
  events: EventType[];
  created_at: Date;
  status: 'ENABLED' | 'DISABLED';
  disabled_reason: DisabledReason | null;
  has_authorization: boolean;
};

export type SecretsRow = {
  sealed_secret: Buffer;
  sealed_authorization: Buffer | null;
  sealed_previous_secret: Buffer | null;
};

export function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    url: row.url,
    events: row.events,
    createdAt: row.created_at,
    disabled: row.status === 'ENABLED' ? null : (row.disabled_reason ?? 'OWNER'),
    hasAuthorization: row.has_authorization,
  };
}

export function toSecrets(row: SecretsRow): SealedSecrets {
  return {
    sealedSecret: row.sealed_secret,
    sealedAuthorization: row.sealed_authorization,
    sealedPreviousSecret: row.sealed_previous_secret,
  };
}
