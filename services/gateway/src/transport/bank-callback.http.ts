import { z } from 'zod';
import { route } from './http/route.ts';

const PAYMENTS_MAX = 1_000;
const TXID_LENGTH_MAX = 35;
const END_TO_END_ID_LENGTH_MAX = 64;

/** Not strict: banks add fields of their own, and send no `pix` when they only test the URL. */
const bankCallback = z.object({
  pix: z
    .array(
      z.object({
        txid: z.string().max(TXID_LENGTH_MAX).optional(),
        endToEndId: z.string().max(END_TO_END_ID_LENGTH_MAX).optional(),
        devolucoes: z.array(z.unknown()).optional(),
      }),
    )
    .max(PAYMENTS_MAX)
    .optional(),
});

export const BANK_CALLBACK_ROUTE = route({
  method: 'POST',
  path: '/provider/{secret}/pix',
  // Banks differ on whether they add `/pix` to the callback URL.
  aliases: ['/provider/{secret}', '/provider'],
  id: 'notifyPayments',
  tag: 'Bank',
  summary: 'Callback of the bank; every payment is then verified with the bank',
  description:
    'The path may also omit `/pix`. The secret in the path authenticates the bank; a client certificate, ' +
    'if required, is verified where TLS is terminated.',
  access: 'bank',
  body: bankCallback,
  bodyMax: '256kb',
  refusals: { 403: ['permission_denied'] },
  handle: ({ app, body: { pix = [] } }) =>
    app.notifyPayments(
      pix.map(({ txid = '', endToEndId = '', devolucoes = [] }) => {
        return { txid, endToEndId, isReturned: devolucoes.length > 0 };
      }),
    ),
});
