import {
  checkRoomForEndpoint,
  type Endpoint,
  parseEvents,
  parseName,
  parseUrl,
  secretFrom,
} from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<
  Ports,
  'transact' | 'vault' | 'now' | 'newEndpointId' | 'newSecretBytes' | 'allowInsecureUrls'
>;
type Input = { accountId: string; name: string; url: string; events: readonly string[] };

/** The reply is the only time the secret leaves the service. */
export function createEndpoint(needs: Needs) {
  const { transact, vault, now, newEndpointId, newSecretBytes, allowInsecureUrls } = needs;
  return async (input: Input): Promise<{ endpoint: Endpoint; secret: string }> => {
    const endpoint: Endpoint = {
      id: newEndpointId(),
      accountId: input.accountId,
      name: parseName(input.name),
      url: parseUrl(input.url, { allowInsecure: allowInsecureUrls }),
      events: parseEvents(input.events),
      createdAt: now(),
    };
    const secret = secretFrom(newSecretBytes());
    const sealedSecret = vault.seal(endpoint.id, secret);
    await transact(async ({ lockEndpointCount, insertEndpoint }) => {
      checkRoomForEndpoint(await lockEndpointCount(endpoint.accountId));
      await insertEndpoint({ ...endpoint, sealedSecret });
    });
    return { endpoint, secret };
  };
}
