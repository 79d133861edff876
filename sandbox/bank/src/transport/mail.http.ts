import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Mail } from '../ports.ts';
import { type MailWords, mailWordsFor } from './mail-words.ts';
import { escaped, timeOf, wholePage } from './page-frame.ts';
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

const LINK = /(https?:\/\/[^\s<>"]+)/;

function mailsPage(mails: readonly Mail[], words: MailWords): string {
  const { to, subject, received } = words;
  const rows = mails.map((mail) => rowOf(mail, words)).join('\n');
  const none = `<p class="nothing">${words.none}</p>`;
  const table = `<table><thead><tr><th>${to}</th><th>${subject}</th><th>${received}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return wholePage(words, words.mails, `<section>${mails.length === 0 ? none : table}</section>`);
}

function rowOf({ id, to, subject, receivedAt }: Mail, words: MailWords): string {
  return `<tr>
<td data-label="${words.to}">${escaped(to)}</td>
<td data-label="${words.subject}"><a href="/mail/${id}?lang=${words.language}">${escaped(subject) || words.noSubject}</a></td>
<td data-label="${words.received}"><time>${timeOf(receivedAt)}</time></td>
</tr>`;
}

function mailPage({ to, subject, text, receivedAt }: Mail, words: MailWords): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${linked(part)}</p>`);
  const head = `<h2>${escaped(subject)}</h2><p>${words.to} ${escaped(to)}, <time>${timeOf(receivedAt)}</time></p>`;
  const back = `<p><a href="/mail?lang=${words.language}">${words.all}</a></p>`;
  return wholePage(words, words.mail, `<section>${head}${paragraphs.join('\n')}</section>${back}`);
}

/** Addresses become links; everything else is text. */
function linked(text: string): string {
  const parts = text.split(LINK).map((part) => {
    const safe = escaped(part);
    return LINK.test(part) ? `<a rel="noreferrer" href="${safe}">${safe}</a>` : safe;
  });
  return parts.join('');
}
