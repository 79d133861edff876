import {
  checkRoomForEndpoint,
  type Endpoint,
  parseAuthorization,
  parseEvents,
  parseName,
  parseSecret,
  parseUrl,
  SECRET_ADVICE,
  secretFrom,
} from '../domain/endpoint.ts';
import type { Ports } from '../ports.ts';
import { authorizationName, secretName } from './secrets.ts';
import { checkReceiver } from './test-receiver.ts';

type Input = {
  readonly accountId: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly authorization: string;
  readonly skipTest: boolean;
  /** Created disabled and untested, so that its receiver can get the secret first. */
  readonly disabled: boolean;
  /** Brought by the client; empty: one is made. */
  readonly secret: string;
};

/** The reply is the only time the secret leaves the service. */
export function createEndpoint(needs: Ports) {
  const { transact, vault, now, newId, newSecretBytes } = needs;
  const test = checkReceiver(needs);
  return async (input: Input): Promise<{ endpoint: Endpoint; secret: string }> => {
    const { accountId } = input;
    const authorization = parseAuthorization(input.authorization);
    const endpoint: Endpoint = {
      id: newId(),
      accountId,
      name: parseName(input.name),
      url: parseUrl(input.url, needs.urlRules),
      events: parseEvents(input.events),
      createdAt: now(),
      disabled: input.disabled ? 'OWNER' : null,
      hasAuthorization: authorization !== null,
    };
    const brought = parseSecret(input.secret);
    const secret = brought ?? secretFrom(newSecretBytes());
    if (!input.skipTest && !input.disabled) {
      // An account at its limit is refused before a test event is sent.
      checkRoomForEndpoint(await transact((tx) => tx.lockEndpointCount(accountId)));
      const advice = brought === null ? SECRET_ADVICE : undefined;
      await test(endpoint, { secrets: [secret], authorization, advice });
    }
    const { id } = endpoint;
    const sealedSecret = vault.seal(secretName(id), secret);
    const sealedAuthorization =
      authorization === null ? null : vault.seal(authorizationName(id), authorization);
    await transact(async ({ lockEndpointCount, insertEndpoint }) => {
      checkRoomForEndpoint(await lockEndpointCount(accountId));
      await insertEndpoint({ ...endpoint, sealedSecret, sealedAuthorization });
    });
    return { endpoint, secret };
  };
}
