import { useState } from 'react';

/** What a button does, and why that failed, until the next attempt. */
export function useAttempt() {
  const [error, setError] = useState<unknown>(null);
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setError(null);
    await work().catch(setError);
  }
  return { error, attempt };
}
