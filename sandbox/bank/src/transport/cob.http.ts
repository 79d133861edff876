import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { toPix } from '../domain/pix-object.ts';
import type { ShowCob } from './cob-object.ts';
import { parse, plainText, valor } from './parse.ts';

const EXPIRES_DEFAULT_SECONDS = 86_400;
const EXPIRES_MAX_SECONDS = 2_147_483_647;

const txidSchema = z.object({
  txid: z.string().regex(/^[a-zA-Z0-9]{26,35}$/, 'txid must have 26 to 35 letters and digits'),
});

const debtor = z.object({
  cpf: z
    .string()
    .regex(/^\d{11}$/)
    .optional(),
  cnpj: z
    .string()
    .regex(/^[0-9A-Z]{12}\d{2}$/)
    .optional(),
  nome: plainText(200),
});

const cobSchema = z.object({
  calendario: z
    .object({ expiracao: z.int().positive().max(EXPIRES_MAX_SECONDS).optional() })
    .optional(),
  valor: z.object({ original: valor }),
  chave: plainText(77).min(1),
  devedor: debtor.optional(),
  solicitacaoPagador: plainText(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: plainText(50), valor: plainText(200) }))
    .max(50)
    .optional(),
});

/** Altering an open charge in other ways is done by PUT; here it can only be taken back. */
const removalSchema = z.strictObject({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') });

export function cobRoutes(app: App, show: ShowCob): Router {
  const router = Router();

  router.put('/cob/:txid', async (request, response) => {
    const { txid } = parse(txidSchema, request.params, 'CobOperacaoInvalida');
    const body = parse(cobSchema, request.body, 'CobOperacaoInvalida');
    const { devedor, solicitacaoPagador, infoAdicionais } = body;
    const charge = await app.putCharge({
      txid,
      pixKey: body.chave,
      valueCents: body.valor.original,
      expiresInSeconds: body.calendario?.expiracao ?? EXPIRES_DEFAULT_SECONDS,
      details: { devedor, solicitacaoPagador, infoAdicionais },
    });
    response.status(201).json(show(charge));
  });

  router.get('/cob/:txid', async (request, response) => {
    const { txid } = parse(txidSchema, request.params);
    const [charge, payments] = await app.getCharge(txid);
    const pix = payments.length === 0 ? {} : { pix: payments.map(toPix) };
    response.json({ ...show(charge), ...pix });
  });

  router.patch('/cob/:txid', async (request, response) => {
    const { txid } = parse(txidSchema, request.params, 'CobOperacaoInvalida');
    parse(removalSchema, request.body, 'CobOperacaoInvalida');
    response.json(show(await app.removeCharge(txid)));
  });

  return router;
}
