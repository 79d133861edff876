import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { toDevolucao, toPix } from '../domain/pix-object.ts';
import { parse, plainText, valor } from './parse.ts';
import { isPageRepeated } from './sabotage.ts';

const PAGE_SIZE_DEFAULT = 100;
const PAGE_SIZE_MAX = 1_000;
const PAGE_NUMBER_MAX = 1_000_000;

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const querySchema = z
  .object({
    inicio: instant,
    fim: instant,
    txid: z
      .string()
      .regex(/^[a-zA-Z0-9]{1,35}$/)
      .optional(),
    devolucaoPresente: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
    'paginacao.paginaAtual': z.coerce.number().int().min(0).max(PAGE_NUMBER_MAX).default(0),
    'paginacao.itensPorPagina': z.coerce
      .number()
      .int()
      .min(1)
      .max(PAGE_SIZE_MAX)
      .default(PAGE_SIZE_DEFAULT),
  })
  .refine(({ inicio, fim }) => inicio <= fim, { message: 'fim precedes inicio', path: ['fim'] });

const endToEndIdSchema = z.object({ e2eid: z.string().regex(/^[a-zA-Z0-9]{32}$/) });

export function pixRoutes(app: App): Router {
  const router = Router();

  router.get('/pix', async (request, response) => {
    const { inicio, fim, txid, devolucaoPresente, ...page } = parse(querySchema, request.query);
    const number = page['paginacao.paginaAtual'];
    const size = page['paginacao.itensPorPagina'];
    const window = { from: inicio, to: fim, txid, refunded: devolucaoPresente };
    const shown = isPageRepeated(response) ? Math.max(0, number - 1) : number;
    const { payments, total } = await app.listPayments(window, { number: shown, size });
    response.json({
      parametros: {
        inicio: inicio.toISOString(),
        fim: fim.toISOString(),
        paginacao: {
          paginaAtual: number,
          itensPorPagina: size,
          quantidadeDePaginas: Math.ceil(total / size),
          quantidadeTotalDeItens: total,
        },
        ...(txid === undefined ? {} : { txid }),
        ...(devolucaoPresente === undefined ? {} : { devolucaoPresente }),
      },
      pix: payments.map(toPix),
    });
  });

  router.get('/pix/:e2eid', async (request, response) => {
    const { e2eid } = parse(endToEndIdSchema, request.params);
    response.json(toPix(await app.getPayment(e2eid)));
  });

  return router;
}

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
