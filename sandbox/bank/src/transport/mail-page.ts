import type { Mail } from '../ports.ts';
import type { MailWords } from './mail-words.ts';
import { escaped, timeOf, wholePage } from './page-frame.ts';

const LINK = /(https?:\/\/[^\s<>"]+)/;

export function mailsPage(mails: readonly Mail[], words: MailWords): string {
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

export function mailPage({ to, subject, text, receivedAt }: Mail, words: MailWords): string {
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
