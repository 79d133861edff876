import type { Response } from 'express';
import { type Quota, requireQuota } from '../../domain/quota.ts';

const MS = 1_000;

/** Reports what is left of the limit, and throws when nothing is. */
export function applyQuota(response: Response, quota: Quota): void {
  setQuotaHeaders(response, quota);
  requireQuota(quota);
}

export function setQuotaHeaders(response: Response, quota: Quota): void {
  const { scope, remaining, resetMs } = quota;
  response.setHeader('RateLimit-Policy', quota.policy);
  response.setHeader('RateLimit', `"${scope}";r=${remaining};t=${Math.ceil(resetMs / MS)}`);
}
