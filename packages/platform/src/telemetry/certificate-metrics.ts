import { Gauge, type Registry } from 'prom-client';

/** Returns the function that notes when the certificate in use ends. */
export function certificateMetrics(metrics: Registry): (expiresAt: Date) => void {
  const expiry = new Gauge({
    name: 'internal_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that this process shows to other services expires',
    registers: [metrics],
  });
  return (expiresAt) => expiry.set(expiresAt.getTime() / 1000);
}
