import { createRequire } from 'node:module';

type RequestQueue = { pending: readonly unknown[]; scheduleCheckPendingRequests(): void };

const REQUEST_QUEUE = 'kafkajs/src/network/requestQueue/index.js';
const PATCHED = Symbol.for('entrada kafkajs request queue timer');

/**
 * kafkajs 2.2.4 re-arms a timer for its queue of waiting requests even when none waits, with the
 * time since 1970 as a negative delay: each connection wakes a thousand times a second, and
 * Node >= 24 prints a TimeoutNegativeWarning for each. An empty queue needs no timer: the next
 * request is sent, or queued and the timer armed, when it is made.
 */
export function patchRequestQueueTimer(): void {
  const { prototype } = createRequire(import.meta.url)(REQUEST_QUEUE) as {
    prototype: RequestQueue & { [PATCHED]?: true };
  };
  if (prototype[PATCHED]) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype[PATCHED] = true;
}
