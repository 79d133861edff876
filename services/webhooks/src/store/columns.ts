/** An endpoint as the domain names its parts. It has a reason exactly while it is disabled. */
export const ENDPOINT_COLUMNS = `
  endpoint.id, endpoint.account_id as "accountId", endpoint.name, endpoint.url, endpoint.events,
  endpoint.created_at as "createdAt", endpoint.disabled_reason as disabled,
  endpoint.sealed_authorization is not null as "hasAuthorization"`;

export const SECRET_COLUMNS = `
  endpoint.sealed_secret as "sealedSecret", endpoint.sealed_authorization as "sealedAuthorization",
  case when endpoint.previous_secret_until > now() then endpoint.sealed_previous_secret end
    as "sealedPreviousSecret"`;

/** A time in microseconds, the precision of Postgres; a Date has only milliseconds. */
export const microsOf = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint`;

export const timeOf = (micros: string) =>
  `(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;
