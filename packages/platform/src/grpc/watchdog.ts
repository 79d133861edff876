const CONNECTING_MAX_MS = 5_000;
const CHECK_EVERY_MS = 500;

type Watched = { isConnecting(): boolean; replace(): void };

/**
 * When packets to a peer are lost, the kernel retries the connection with pauses that double up to a
 * minute. Only a new channel retries sooner. A peer that accepts and sends nothing is detected
 * earlier, by handshake-timeout.ts.
 */
export function watchConnecting({ isConnecting, replace }: Watched): Disposable {
  let connectingSince: number | null = null;
  const timer = setInterval(() => {
    if (!isConnecting()) {
      connectingSince = null;
      return;
    }
    connectingSince ??= Date.now();
    if (Date.now() - connectingSince < CONNECTING_MAX_MS) return;
    connectingSince = null;
    replace();
  }, CHECK_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
