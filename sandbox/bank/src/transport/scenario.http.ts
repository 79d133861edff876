import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { FAULTS, faultsOf, OPERATIONS } from '../domain/fault.ts';
import type { Clock } from '../ports.ts';
import { parse } from './parse.ts';

const COUNT_MAX = 10_000;
const MS_MAX = 20 * 86_400_000;
const ADVANCE_MAX_SECONDS = 366 * 86_400;

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const faultSchema = z
  .strictObject({
    operation: z.enum(OPERATIONS),
    fault: z.union([z.enum(FAULTS), z.int().transform(String).pipe(z.enum(FAULTS))]),
    count: z.int().positive().max(COUNT_MAX).default(1),
    ms: z.int().min(0).max(MS_MAX).nullable().default(null),
    window: z.strictObject({ from: instant, to: instant }).nullable().default(null),
  })
  .refine(({ operation, fault }) => faultsOf(operation).includes(fault), {
    message: 'this operation knows no such fault',
    path: ['fault'],
  })
  .refine(({ operation, window }) => window === null || operation === 'list-pix', {
    message: 'only list-pix has windows',
    path: ['window'],
  });

const advanceSchema = z.strictObject({
  advanceSeconds: z.int().min(-ADVANCE_MAX_SECONDS).max(ADVANCE_MAX_SECONDS),
});

/** Orders misbehaviour and moves the clock. Answers once every replica knows. */
export function scenarioRoutes(app: App, clock: Pick<Clock, 'now' | 'offsetMs'>): Router {
  const router = Router();
  const showClock = () => ({
    now: clock.now().toISOString(),
    offsetSeconds: clock.offsetMs() / 1000,
  });

  router.post('/sandbox/faults', async (request, response) => {
    const { count, ...fault } = parse(faultSchema, request.body);
    await app.addFault({ ...fault, remaining: count });
    response.status(201).json({ ...fault, remaining: count });
  });
  router.get('/sandbox/faults', async (_request, response) => {
    response.json({ faults: await app.listFaults() });
  });
  router.delete('/sandbox/faults', async (_request, response) => {
    await app.clearFaults();
    response.status(204).end();
  });

  router.get('/sandbox/clock', (_request, response) => {
    response.json(showClock());
  });
  router.post('/sandbox/clock', async (request, response) => {
    const { advanceSeconds } = parse(advanceSchema, request.body);
    await app.advanceClock(advanceSeconds * 1000);
    response.json(showClock());
  });
  router.delete('/sandbox/clock', async (_request, response) => {
    await app.resetClock();
    response.json(showClock());
  });

  return router;
}
