type Flushable = { shutdown(): Promise<void> };

let sdk: Flushable | undefined;

/** Called once by register.ts, which is loaded by `--import` before anything that is traced. */
export function rememberSdk(started: Flushable): void {
  sdk = started;
}

const FLUSH_MAX_MS = 3_000;

/** Sends the spans that are still buffered; the wait for an unavailable collector is bounded. */
export async function flushTelemetry(): Promise<void> {
  if (!sdk) return;
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MAX_MS).unref());
  await Promise.race([sdk.shutdown().catch(() => {}), late]);
}
