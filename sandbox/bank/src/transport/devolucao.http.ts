import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { toDevolucao } from '../domain/pix-object.ts';
import { parse, plainText, valor } from './parse.ts';

const addressSchema = z.object({
  e2eid: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
});

const bodySchema = z.object({
  valor,
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).optional(),
  descricao: plainText(140).optional(),
});

export function devolucaoRoutes(app: App): Router {
  const router = Router();

  router.put('/pix/:e2eid/devolucao/:id', async (request, response) => {
    const { e2eid, id } = parse(addressSchema, request.params, 'PixDevolucaoInvalida');
    const body = parse(bodySchema, request.body, 'PixDevolucaoInvalida');
    const refund = await app.putRefund({ endToEndId: e2eid, id, valueCents: body.valor });
    response.status(201).json(toDevolucao(refund));
  });

  router.get('/pix/:e2eid/devolucao/:id', async (request, response) => {
    const { e2eid, id } = parse(addressSchema, request.params);
    response.json(toDevolucao(await app.getRefund(e2eid, id)));
  });

  return router;
}
