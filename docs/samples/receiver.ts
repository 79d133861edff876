import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

// The key is what follows whsec_, decoded from base64.
const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
const handled = new Set<string>(); // A table with a unique id, in your database.

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= 300)) return false;
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  // There are two signatures while a secret is being replaced.
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

createServer(async (request, response) => {
  // Verify the bytes as they came: JSON that is parsed and written again has others.
  const body = await buffer(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const { id, event, test, data } = JSON.parse(body.toString());
  const isNew = !handled.has(id);
  handled.add(id);
  response.writeHead(204).end(); // Stored: answer now, do slow work afterwards.
  if (isNew) console.log('verified', event, test ? 'test' : (data.paymentLinkId ?? ''));
}).listen(Number(process.env.PORT ?? 9000));
