import { Entrada } from '@entrada/client';

const { ENTRADA_KEY = '', ENTRADA_URL = 'http://localhost:8080' } = process.env;
const entrada = new Entrada({ apiKey: ENTRADA_KEY, baseUrl: ENTRADA_URL });

const order = 'order-7';
const deposit = await entrada.deposits.create(
  { value: 5000, externalId: order, description: 'Order 7' }, // R$ 50,00
  { idempotencyKey: order },
);
console.log('Send the payer to', deposit.paymentLinkUrl);
