import { z } from 'zod';
import { SANDBOX_SCENARIOS } from '../../domain/sandbox.ts';
import { text } from './fields.ts';

const LINK_LENGTH_MAX = 64;

const scenario = z.enum(SANDBOX_SCENARIOS).describe('What the payer does.');

export const sandboxPayment = z.strictObject({
  paymentLinkId: text(1, LINK_LENGTH_MAX).describe('The deposit to pay.'),
  scenario,
});

export const payerScenario = z.strictObject({ scenario });
