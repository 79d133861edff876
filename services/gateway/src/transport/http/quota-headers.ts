import type { Response } from 'express';
import { type Quota, requireRoom } from '../../domain/quota.ts';

const MS = 1_000;

/** Tells how much is left, and refuses when nothing is. */
export function applyQuota(response: Response, quota: Quota): void {
  tellQuota(response, quota);
  requireRoom(quota);
}

export function tellQuota(response: Response, quota: Quota): void {
  const { scope, remaining, resetMs } = quota;
  response.setHeader('RateLimit-Policy', quota.policy);
  response.setHeader('RateLimit', `"${scope}";r=${remaining};t=${Math.ceil(resetMs / MS)}`);
}
