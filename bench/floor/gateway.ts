/** The least that a gateway of this shape can do: Express, a gRPC call, the reply as JSON. */
import { createServer } from 'node:http';
import { ChargesService } from '@entrada/contracts/services';
import { credentials } from '@grpc/grpc-js';
import express from 'express';
import { readCertificate, untilLauncherIsGone } from './process.ts';

const TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
const accountId = '11111111-1111-4111-8111-111111111111';

const { authority, key, certificate } = readCertificate();
// The certificate names a service, not a host.
const options = { checkServerIdentity: () => undefined };
const mutualTls = credentials.createSsl(authority, key, certificate, options);
const charges = new ChargesService(process.env.CHARGES_ADDRESS ?? '', mutualTls, {
  // An address is no name that TLS could ask for.
  'grpc.ssl_target_name_override': 'charges.entrada.internal',
});
const limit = () => ({ deadline: Date.now() + TIMEOUT_MS });

const http = express();
http.disable('x-powered-by').disable('etag');
http.post('/api/deposit', express.json(), (request, response, next) => {
  charges.createCharge({ accountId, valueCents: request.body.value }, limit(), (error, reply) => {
    if (error) return next(error);
    return response.status(201).json({ success: true, charge: reply?.charge });
  });
});
http.get('/api/deposit/:paymentLinkId', (request, response, next) => {
  const { paymentLinkId } = request.params;
  charges.getCharge({ accountId, paymentLinkId }, limit(), (error, reply) => {
    if (error) return next(error);
    return response.json({ success: true, charge: reply?.charge });
  });
});

const server = createServer(http);
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.listen(Number(process.env.PORT), '127.0.0.1');
untilLauncherIsGone();
