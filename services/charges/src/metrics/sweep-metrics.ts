import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { Gauge } from 'prom-client';

type Measured = {
  readonly watermarkAgeSeconds: number | null;
  readonly unclear: number;
  readonly windows: number;
};

export function watchSweep(runtime: Runtime, measure: () => Promise<Measured>): AsyncDisposable {
  const registers = [runtime.metrics];
  const age = new Gauge({
    name: 'sweep_watermark_age_seconds',
    help: 'Age of the time up to which received payments were swept',
    registers,
  });
  const unclear = new Gauge({
    name: 'payments_unclear',
    help: 'Payments that the bank reported and that could not be confirmed so far',
    registers,
  });
  const windows = new Gauge({
    name: 'bank_windows_unread',
    help: 'Parts of the bank list of payments that could not be read so far',
    registers,
  });
  return keepMeasured(runtime, {
    name: 'sweep',
    gauges: [age, unclear, windows],
    async measure() {
      const measured = await measure();
      // Absent before the first sweep.
      if (measured.watermarkAgeSeconds !== null) age.set(measured.watermarkAgeSeconds);
      unclear.set(measured.unclear);
      windows.set(measured.windows);
    },
  });
}
