import { useEffect } from 'react';

const CHANNEL = 'entrada-session';
const SIGNED_OUT = 'signed-out';

/** Other tabs of this browser must not go on showing what belongs to the account. */
export function tellSignedOut(): void {
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** Loads the page anew, without a session: it forgets everything and leads to the sign-in page. */
export function useSignedOutElsewhere(): void {
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => location.reload());
    return () => channel.close();
  }, []);
}
