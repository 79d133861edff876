import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { mailPage, mailsPage } from './mail-page.ts';
import { mailWordsFor } from './mail-words.ts';
import { parse, plainText } from './parse.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const SHOWN_MAX = 100;
const ADDRESS_LENGTH_MAX = 320;
const ID = /^\d{1,15}$/;
const recipient = { to: plainText(ADDRESS_LENGTH_MAX).optional() };
const query = z.strictObject(recipient);
const language = { lang: z.enum(['pt-BR', 'en']).optional() };
const pageQuery = z.strictObject({ ...recipient, ...language });

/** Mails that were sent here instead of to anybody: for demonstrations and tests. */
export function mailRoutes(app: App): Router {
  const router = Router();
  router.get('/mail', async (request, response) => {
    const { to, lang } = parse(pageQuery, request.query);
    const words = mailWordsFor(lang, request.acceptsLanguages('pt', 'en'));
    const page = mailsPage(await app.listMails(SHOWN_MAX, to), words);
    response.set('content-security-policy', POLICY).type('html').send(page);
  });
  router.get('/mail.json', async (request, response) => {
    const { to } = parse(query, request.query);
    response.json({ mails: await app.listMails(SHOWN_MAX, to) });
  });
  router.get('/mail/:id', async (request, response, next) => {
    const { id } = request.params;
    const mail = ID.test(id) ? await app.findMail(Number(id)) : null;
    if (!mail) return next();
    const { lang } = parse(z.strictObject(language), request.query);
    const words = mailWordsFor(lang, request.acceptsLanguages('pt', 'en'));
    response.set('content-security-policy', POLICY).type('html').send(mailPage(mail, words));
  });
  return router;
}
