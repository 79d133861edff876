import { VALUE_CENTS_MAX } from '@entrada/pix/amount';
import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Payment } from '../domain/payment.ts';
import { NATUREZAS, type Refund } from '../domain/refund.ts';
import { parse, plainText } from './parse.ts';

const PASTED_LENGTH_MAX = 2_048;
const TIMES_MAX = 10;
const TRUTH_SIZE_MAX = 10_000;
const AFTER_SECONDS_MAX = 366 * 86_400;

const cents = z.int().positive().max(VALUE_CENTS_MAX);

const secondsAgo = z.int().min(0).max(AFTER_SECONDS_MAX).default(0);

const paySchema = z.strictObject({
  emv: z.string().min(1).max(PASTED_LENGTH_MAX),
  value: cents.optional(),
  times: z.int().positive().max(TIMES_MAX).default(1),
  afterSeconds: z.int().min(0).max(AFTER_SECONDS_MAX).optional(),
  notify: z.boolean().default(true),
  force: z.boolean().default(false),
  refuse: z.boolean().default(false),
  secondsAgo,
});

const unknownSchema = z.strictObject({
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  value: cents,
  chave: plainText(77).min(1).default('nobody@sandbox.test'),
  notify: z.boolean().default(true),
  secondsAgo,
});

const returnSchema = z.strictObject({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{32}$/, 'must be 32 letters and digits'),
  value: cents.optional(),
  natureza: z.enum(NATUREZAS),
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
    const { value, afterSeconds, ...order } = parse(paySchema, request.body);
    const payer = { ...order, valueCents: value };
    if (afterSeconds !== undefined) {
      const scheduledFor = await app.schedulePayment(payer, afterSeconds);
      return response.status(202).json({ scheduledFor: scheduledFor.toISOString() });
    }
    const payments = await app.payCode(payer);
    if (request.is('urlencoded')) return response.redirect(303, '/');
    return response.json({ payments: payments.map(show) });
  });

  router.post('/sandbox/pay-unknown', async (request, response) => {
    const { txid = null, value, chave, ...order } = parse(unknownSchema, request.body);
    const payment = await app.payUnknown({ txid, valueCents: value, pixKey: chave, ...order });
    response.json({ payments: [show(payment)] });
  });

  router.post('/sandbox/return', async (request, response) => {
    const { endToEndId, value, natureza, notify } = parse(returnSchema, request.body);
    const order = { endToEndId, valueCents: value, natureza, notify };
    response.status(201).json({ refund: showRefund(await app.returnPayment(order)) });
  });

  router.get('/sandbox/truth', async (request, response) => {
    const { after, limit } = parse(truthSchema, request.query);
    const { facts, next } = await app.readTruth(after, limit);
    response.json({ payments: facts.map(show), next });
  });

  router.get('/sandbox/truth/refunds', async (request, response) => {
    const { after, limit } = parse(truthSchema, request.query);
    const { facts, next } = await app.readRefundTruth(after, limit);
    response.json({ refunds: facts.map(showRefund), next });
  });

  return router;
}

function show({ endToEndId, txid, valueCents, paidAt, refunds }: Payment) {
  return {
    endToEndId,
    txid,
    value: valueCents,
    paidAt: paidAt.toISOString(),
    refunds: refunds.map(showRefund),
  };
}

function showRefund({ valueCents, requestedAt, settledAt, ...refund }: Refund) {
  const { endToEndId, id, origin, natureza, status } = refund;
  return {
    endToEndId,
    id,
    origin,
    natureza,
    value: valueCents,
    status,
    requestedAt: requestedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
