import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { mailPage, mailsPage } from './mail-page.ts';
import { parse, plainText } from './parse.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const SHOWN_MAX = 100;
const ADDRESS_LENGTH_MAX = 320;
const ID = /^\d{1,15}$/;
const query = z.strictObject({ to: plainText(ADDRESS_LENGTH_MAX).optional() });

/** Mails that were sent here instead of to anybody: for demonstrations and tests. */
export function mailRoutes(app: App): Router {
  const router = Router();
  router.get('/mail', async (request, response) => {
    const { to } = parse(query, request.query);
    const mails = await app.listMails(SHOWN_MAX, to);
    response.set('content-security-policy', POLICY).type('html').send(mailsPage(mails));
  });
  router.get('/mail.json', async (request, response) => {
    const { to } = parse(query, request.query);
    response.json({ mails: await app.listMails(SHOWN_MAX, to) });
  });
  router.get('/mail/:id', async (request, response, next) => {
    const { id } = request.params;
    const mail = ID.test(id) ? await app.findMail(Number(id)) : null;
    if (!mail) return next();
    response.set('content-security-policy', POLICY).type('html').send(mailPage(mail));
  });
  return router;
}
