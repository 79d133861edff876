import { Entrada } from '@entrada/client';

const { ENTRADA_KEY = '', ENTRADA_URL = 'http://localhost:8080' } = process.env;
const entrada = new Entrada({ apiKey: ENTRADA_KEY, baseUrl: ENTRADA_URL });

// With `ack`, an event that the loop did not finish comes again at the next start.
for await (const { id, event, data } of entrada.events.follow({ ack: true })) {
  console.log(id, event, 'paymentLinkId' in data ? data.paymentLinkId : '');
}
