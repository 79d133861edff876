const CONNECTING_MAX_MS = 5_000;
const CHECK_EVERY_MS = 500;

type Watched = { isConnecting(): boolean; replace(): void };

/**
 * A peer that accepts TCP and never speaks HTTP/2 leaves a channel CONNECTING for ever, even after
 * the peer has healed. Only a new channel gets out.
 */
export function watchMutePeer({ isConnecting, replace }: Watched): Disposable {
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
