import { type Client, connectivityState } from '@grpc/grpc-js';

const CONNECT_WAIT_MAX_MS = 5_000;

/** Until the channel has a connection, or has tried in vain: services start in any order and call each other. */
export function connected(client: () => Client): Promise<void> {
  const giveUpAt = Date.now() + CONNECT_WAIT_MAX_MS;
  return new Promise((resolve) => {
    const look = () => {
      const state = client().getChannel().getConnectivityState(true);
      const isTrying = [connectivityState.IDLE, connectivityState.CONNECTING].includes(state);
      if (!isTrying) return resolve();
      client()
        .getChannel()
        .watchConnectivityState(state, giveUpAt, (error) => (error ? resolve() : look()));
    };
    look();
  });
}
