/** The least that a service of this shape can do: one PUT at the bank and one insert, or one select. */
import { randomBytes, randomUUID } from 'node:crypto';
import { ChargesService } from '@entrada/contracts/services';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { Pool } from 'pg';
import { Agent } from 'undici';
import { readCertificate, untilLauncherIsGone } from './process.ts';

/** The same as our charges service has. */
const POOL_MAX = 10;
const BANK_CONNECTIONS_MAX = 128;
const LIFE_MS = 86_400_000;

const { DATABASE_URL: connectionString, BANK_URL = '', PORT } = process.env;
const pool = new Pool({ connectionString, max: POOL_MAX });
const bank = new Agent({ connections: BANK_CONNECTIONS_MAX, pipelining: 1 });

const COLUMNS = `id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
  fee_cents, status, created_at, expires_at`;
const INSERT = {
  name: 'insert',
  text: `insert into charge (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};
const SELECT = { name: 'select', text: `select ${COLUMNS} from charge where payment_link_id = $1` };

type Message = Record<string, unknown>;

async function createCharge({ accountId, valueCents }: Message): Promise<Message> {
  const [id, txid] = [randomBytes(12).toString('hex'), randomBytes(16).toString('hex')];
  const paymentLinkId = randomUUID();
  const { body } = await bank.request({
    origin: BANK_URL,
    path: `/cob/${txid}`,
    method: 'PUT',
    headers: { authorization: 'Bearer stub', 'content-type': 'application/json' },
    body: JSON.stringify({ valor: { original: '50.00' }, chave: 'deposits@entrada.example' }),
  });
  const { pixCopiaECola: emv } = (await body.json()) as { pixCopiaECola: string };
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
  const amounts = [valueCents, valueCents, 0];
  const values = [
    id,
    accountId,
    paymentLinkId,
    txid,
    emv,
    ...amounts,
    'PENDING',
    createdAt,
    expiresAt,
  ];
  await pool.query({ ...INSERT, values });
  return { charge: toMessage({ id, paymentLinkId, emv, valueCents, createdAt, expiresAt }) };
}

async function getCharge({ paymentLinkId }: Message): Promise<Message> {
  const { rows } = await pool.query({ ...SELECT, values: [paymentLinkId] });
  const { id, emv, value_cents, created_at, expires_at } = rows[0];
  const times = { createdAt: created_at, expiresAt: expires_at };
  return { charge: toMessage({ id, paymentLinkId, emv, valueCents: value_cents, ...times }) };
}

function toMessage({ createdAt, expiresAt, ...charge }: Message): Message {
  return {
    ...charge,
    originalValueCents: charge.valueCents,
    feeCents: 0,
    status: 'CHARGE_STATUS_PENDING',
    createdAt: (createdAt as Date).toISOString(),
    expiresAt: (expiresAt as Date).toISOString(),
  };
}

function serve(answer: (request: Message) => Promise<Message>) {
  return (call: ServerUnaryCall<Message, Message>, done: sendUnaryData<Message>): void => {
    answer(call.request).then((reply) => done(null, reply), done);
  };
}

const server = new Server();
server.addService(ChargesService.service, {
  createCharge: serve(createCharge),
  getCharge: serve(getCharge),
});
const { authority, certificate: cert_chain, key: private_key } = readCertificate();
// Our gateway calls nothing else, and both gateways pay for it.
const mutualTls = ServerCredentials.createSsl(authority, [{ cert_chain, private_key }], true);
server.bindAsync(`127.0.0.1:${PORT}`, mutualTls, (error) => {
  if (error) throw error;
});
untilLauncherIsGone();
