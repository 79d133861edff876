import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { parse, plainText } from './parse.ts';

const URL_LENGTH_MAX = 2_048;

const keySchema = z.object({ chave: plainText(77).min(1) });
const bodySchema = z.object({
  webhookUrl: z.url({ protocol: /^https?$/ }).max(URL_LENGTH_MAX),
});

export function webhookRoutes(app: App): Router {
  const router = Router();

  router.put('/webhook/:chave', async (request, response) => {
    const { chave } = parse(keySchema, request.params, 'WebhookOperacaoInvalida');
    const { webhookUrl } = parse(bodySchema, request.body, 'WebhookOperacaoInvalida');
    await app.putWebhook(chave, webhookUrl);
    response.status(200).end();
  });

  router.get('/webhook/:chave', async (request, response) => {
    const { chave } = parse(keySchema, request.params);
    const { url, pixKey, createdAt } = await app.getWebhook(chave);
    response.json({ webhookUrl: url, chave: pixKey, criacao: createdAt.toISOString() });
  });

  router.delete('/webhook/:chave', async (request, response) => {
    const { chave } = parse(keySchema, request.params);
    await app.deleteWebhook(chave);
    response.status(204).end();
  });

  return router;
}
