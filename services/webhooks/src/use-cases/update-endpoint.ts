import {
  type Endpoint,
  endpointNotFound,
  parseAuthorization,
  parseEvents,
  parseName,
  parseUrl,
  type SealedSecrets,
} from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';
import { settleDeliveries } from './disable-endpoint.ts';
import { authorizationName, openSecrets } from './secrets.ts';
import { checkReceiver } from './test-receiver.ts';

type Changes = {
  readonly accountId: string;
  readonly endpointId: string;
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly events: readonly string[];
  /** Empty removes it. */
  readonly authorization?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly skipTest: boolean;
};

/** A new URL must accept a test event first. Enabling sends what was held while it was disabled. */
export function updateEndpoint(needs: Ports) {
  const { transact, endpoints } = needs;
  const settle = settleDeliveries(needs);
  const applied = applyTo(needs);
  const test = checkReceiver(needs);
  return async (changes: Changes): Promise<void> => {
    const { accountId, endpointId } = changes;
    const before = await endpoints.secretsOf(accountId, endpointId);
    if (!before) throw endpointNotFound();
    const wanted = applied(before, changes);
    if (wanted.url !== before.url && !changes.skipTest) {
      await test(wanted, openSecrets(needs.vault, endpointId, wanted));
    }
    await transact(async ({ lockEndpoint, updateEndpoint: save }) => {
      const current = await lockEndpoint(accountId, endpointId);
      if (!current) throw endpointNotFound();
      await save(applied(current, changes));
    });
    if (changes.enabled !== undefined) await settle(endpointId);
  };
}

function applyTo({ vault, urlRules }: Ports) {
  return (
    endpoint: Endpoint & SealedSecrets,
    { name, url, events, authorization, enabled }: Changes,
  ): Endpoint & SealedSecrets => ({
    ...endpoint,
    ...(name === undefined ? {} : { name: parseName(name) }),
    ...(url === undefined ? {} : { url: parseUrl(url, urlRules) }),
    ...(events.length === 0 ? {} : { events: parseEvents(events) }),
    ...authorizationAfter(vault, endpoint, { url, authorization }),
    disabled: disabledAfter(endpoint, enabled),
  });
}

/** A value that is not sent again stays with the origin that it was given for. */
function authorizationAfter(
  vault: Ports['vault'],
  endpoint: Endpoint,
  { url, authorization }: Pick<Changes, 'url' | 'authorization'>,
) {
  if (authorization !== undefined) return sealedAs(vault, endpoint.id, authorization);
  const leavesOrigin = url !== undefined && new URL(url).origin !== new URL(endpoint.url).origin;
  return leavesOrigin ? { hasAuthorization: false, sealedAuthorization: null } : {};
}

function disabledAfter({ disabled }: Endpoint, enabled: boolean | undefined) {
  if (enabled === undefined) return disabled;
  return enabled ? null : (disabled ?? 'OWNER');
}

function sealedAs(vault: Ports['vault'], endpointId: string, text: string) {
  const authorization = parseAuthorization(text);
  return {
    hasAuthorization: authorization !== null,
    sealedAuthorization:
      authorization === null ? null : vault.seal(authorizationName(endpointId), authorization),
  };
}
