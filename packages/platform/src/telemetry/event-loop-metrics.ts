import { performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Near 1 the process has no time left, whatever its CPU limit says. */
export function watchEventLoop(metrics: Registry): void {
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy',
    registers: [metrics],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
}
