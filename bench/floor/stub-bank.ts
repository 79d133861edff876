/**
 * A bank that costs next to nothing, for our charges service and for the floor alike: it answers the
 * Pix API from memory, and every charge that is queried is paid.
 */
import { createServer } from 'node:http';
import { formatValor } from '@entrada/pix/amount';
import { encodeBrCode } from '@entrada/pix/brcode/encode';
import { VALUE_CENTS } from '../account.ts';
import { untilLauncherIsGone } from './process.ts';

const LOCATION = 'pix.stub.test/qr/v2/0123456789abcdef0123456789abcdef';
const KEEP_ALIVE_MS = 65_000;
const TOKEN = JSON.stringify({ access_token: 'stub', token_type: 'Bearer', expires_in: 3_600 });

const criacao = new Date().toISOString();
const valor = formatValor(VALUE_CENTS);
const charge = {
  revisao: 0,
  calendario: { criacao, expiracao: 86_400 },
  valor: { original: valor },
  chave: 'deposits@entrada.example',
  loc: { id: 1, location: LOCATION, tipoCob: 'cob', criacao },
  location: LOCATION,
  pixCopiaECola: encodeBrCode({
    url: LOCATION,
    pointOfInitiation: '12',
    amountCents: VALUE_CENTS,
    name: 'Entrada',
    city: 'Sao Paulo',
  }),
};

/** The list of payments by time is empty, so that sweeps cost next to nothing too. */
const NO_PAYMENTS = JSON.stringify({
  parametros: {
    inicio: criacao,
    fim: criacao,
    paginacao: {
      paginaAtual: 0,
      itensPorPagina: 1_000,
      quantidadeDePaginas: 0,
      quantidadeTotalDeItens: 0,
    },
  },
  pix: [],
});

function replyTo(method: string, path: string): string {
  if (method === 'POST') return TOKEN;
  if (path.startsWith('/pix?')) return NO_PAYMENTS;
  const txid = path.slice(path.lastIndexOf('/') + 1);
  if (method === 'PUT') return JSON.stringify({ txid, status: 'ATIVA', ...charge });
  const pix = [{ endToEndId: `E${txid.slice(0, 31)}`, txid, valor, horario: criacao }];
  return JSON.stringify({ txid, status: 'CONCLUIDA', ...charge, pix });
}

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const body = replyTo(request.method ?? '', request.url ?? '');
    response.writeHead(request.method === 'PUT' ? 201 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.listen(Number(process.env.PORT), '127.0.0.1');
untilLauncherIsGone();
