import { route } from './http/route.ts';
import { flag, integer, list, ref, reply, text, time } from './openapi/schema.ts';

const HEX = 'in hex';
const PROOF = {
  transaction: ref('ReceiptTransaction'),
  chain: ref('ReceiptChain'),
  checkpoint: ref('ReceiptCheckpoint'),
};

/** Receipts, as docs/receipts.md describes how to check them. */
export const RECEIPT_SCHEMAS = {
  Receipt: reply({
    form: text('`entrada-receipt-1`. Check only receipts of a form that you know.'),
    ...PROOF,
    returns: list(
      ref('ReceiptReturn'),
      'What was refunded or returned by the bank, oldest first, each with its own proof.',
    ),
    hasMoreReturns: flag('There are more returns than a receipt lists.'),
  }),
  ReceiptReturn: reply({
    value: integer('Returned amount, in cents.'),
    origin: text({
      enum: ['CLIENT', 'BANK'],
      description: 'CLIENT: you requested it. BANK: the bank returned the money by itself.',
    }),
    natureza: text(
      'Why the bank returned it, for example MED_FRAUDE. Not part of what is signed.',
    ).nullable(),
    at: time('When it was booked.'),
    ...PROOF,
  }),
  ReceiptTransaction: reply({
    id: text('The `transactionId` of DEPOSIT_ASSET_SUCCESS.'),
    kind: text('DEPOSIT, REFUND_SETTLE or BANK_RETURN.'),
    holderId: text('Id of the account.'),
    seq: integer('Number of the transaction in the account, from 1 on.'),
    at: text('When it was booked, exactly as it is signed.'),
    chargeId: text().nullable(),
    paymentLinkId: text().nullable(),
    endToEndId: text().nullable(),
    reference: text('Id of the refund or return.').nullable(),
    lines: list(ref('ReceiptLine'), 'They sum to zero.'),
  }),
  ReceiptLine: reply({
    account: text('Name of the ledger account.'),
    holderId: text().nullable(),
    amountCents: integer('Signed, in cents.'),
    balanceCents: integer('After this line, in cents; null: not kept for this account.').nullable(),
  }),
  ReceiptChain: reply({
    previous: text(`Hash of the account’s transaction before it, ${HEX}.`),
    laterDigests: list(
      text(),
      `Digests of the account’s transactions after it up to the checkpoint, ${HEX}.`,
    ),
  }),
  ReceiptKeys: reply({
    keys: list(ref('ReceiptKey'), 'The current key first, then earlier ones.'),
  }),
  ReceiptKey: reply({
    kid: text('The `keyId` of checkpoints.'),
    kty: text({ const: 'OKP' }),
    crv: text({ const: 'Ed25519' }),
    x: text('The public key, in base64url.'),
    alg: text({ const: 'EdDSA' }),
    use: text({ const: 'sig' }),
  }),
  ReceiptCheckpoint: reply({
    seq: integer('Number of the last transaction that it covers.'),
    hash: text(`Hash of the chain there, ${HEX}.`),
    signedAt: text('When it was signed, exactly as it is signed.'),
    keyId: text('The `kid` of the key in /.well-known/entrada-receipt-keys.json.'),
    signature: text('Ed25519, in base64.'),
  }),
};

/** A new key signs at once, so that the set must not be cached for long. */
const CACHE = 'public, max-age=300';

/** The timeline of a deposit, and the receipt of its credit, which shows the balance after it. */
export const RECEIPT_ROUTES = [
  route({
    method: 'GET',
    path: '/api/deposit/{paymentLinkId}/timeline',
    id: 'getTimeline',
    tag: 'Deposits',
    summary: 'Timeline of a deposit, oldest entry first',
    access: 'deposits:read',
    reply: {
      timeline: list(ref('TimelineEntry')),
      incomplete: list(text(), 'Services whose entries are missing because they are unavailable.'),
    },
    handle: ({ app, accountId, params }) => app.getTimeline({ accountId, ...params }),
  }),
  route({
    method: 'GET',
    path: '/api/deposit/{paymentLinkId}/receipt',
    id: 'getReceipt',
    tag: 'Deposits',
    summary: 'Receipt of a credit, which can be verified offline',
    description:
      'Includes every refund and return since the credit, and the balance after each. For some seconds after each of them it is not ready (503).',
    access: 'balance:read',
    reply: { receipt: ref('Receipt') },
    refusals: { 404: ['receipt_not_found'], 503: ['receipt_not_ready'] },
    handle: async ({ app, accountId, params }) => ({
      receipt: await app.getReceipt({ accountId, ...params }),
    }),
  }),
];

/** The public keys with which anyone can check a receipt, without an account. */
export const RECEIPT_KEY_ROUTE = route({
  method: 'GET',
  path: '/.well-known/entrada-receipt-keys.json',
  id: 'getReceiptKeys',
  tag: 'Documentation',
  summary: 'Public keys that receipts are checked with, as a JSON Web Key Set',
  access: 'public',
  content: { 'application/json': ref('ReceiptKeys') },
  async handle({ app, response }) {
    const { keys } = await app.listReceiptKeys();
    const shown = keys.map(({ keyId: kid, x }) => {
      return { kid, kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig' };
    });
    response.set('Cache-Control', CACHE).json({ keys: shown });
  },
});
