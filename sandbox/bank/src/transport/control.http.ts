import { VALUE_CENTS_MAX } from '@entrada/pix/amount';
import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Payment } from '../domain/charge.ts';
import { parse } from './parse.ts';

const PASTED_LENGTH_MAX = 2_048;
const TIMES_MAX = 10;
const TRUTH_SIZE_MAX = 10_000;

const paySchema = z.strictObject({
  emv: z.string().min(1).max(PASTED_LENGTH_MAX),
  value: z.int().positive().max(VALUE_CENTS_MAX).optional(),
  times: z.int().positive().max(TIMES_MAX).default(1),
  notify: z.boolean().default(true),
});

const truthSchema = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(TRUTH_SIZE_MAX).default(TRUTH_SIZE_MAX),
});

/** What no real bank offers: pay as a payer would, and read what really happened. */
export function controlRoutes(app: App): Router {
  const router = Router();

  router.post('/sandbox/pay', async (request, response) => {
    const { emv, value, times, notify } = parse(paySchema, request.body);
    const payments = await app.payCode({ emv, valueCents: value, times, notify });
    if (request.is('urlencoded')) return response.redirect(303, '/');
    return response.json({ payments: payments.map(show) });
  });

  router.get('/sandbox/truth', async (request, response) => {
    const { after, limit } = parse(truthSchema, request.query);
    const { payments, next } = await app.readTruth(after, limit);
    response.json({ payments: payments.map(show), next });
  });

  return router;
}

function show({ endToEndId, txid, valueCents, paidAt }: Payment) {
  return { endToEndId, txid, value: valueCents, paidAt: paidAt.toISOString() };
}
