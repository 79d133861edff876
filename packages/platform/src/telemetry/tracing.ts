import type { Context } from '@opentelemetry/api';
import type { Sampling } from './sampler.ts';

type Tracing = Pick<Sampling, 'isChosen'> & { shutdown(): Promise<void> };

let tracing: Tracing | undefined;

/** Called once, when tracing starts. */
export function rememberTracing(started: Tracing): void {
  tracing = started;
}

/** Asked before a request has a span, so that one that is not traced costs next to nothing. */
export function isChosen(parent: Context): boolean {
  return tracing?.isChosen(parent) ?? false;
}

const FLUSH_MAX_MS = 3_000;

/** Sends the spans that are still buffered; the wait for an unavailable collector is bounded. */
export async function flushTelemetry(): Promise<void> {
  if (!tracing) return;
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MAX_MS).unref());
  await Promise.race([tracing.shutdown().catch(() => {}), late]);
}
