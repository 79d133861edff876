import type { Mail } from '../ports.ts';
import { escaped, timeOf, wholePage } from './page-frame.ts';

const LINK = /(https?:\/\/[^\s<>"]+)/;

export function mailsPage(mails: readonly Mail[]): string {
  const rows = mails.map(rowOf).join('\n');
  const none = '<p class="nothing">No mail was sent yet.</p>';
  const table = `<table><thead><tr><th>To</th><th>Subject</th><th>Received</th></tr></thead><tbody>${rows}</tbody></table>`;
  return wholePage('Mails', `<section>${mails.length === 0 ? none : table}</section>`);
}

function rowOf({ id, to, subject, receivedAt }: Mail): string {
  return `<tr>
<td data-label="To">${escaped(to)}</td>
<td data-label="Subject"><a href="/mail/${id}">${escaped(subject) || '(none)'}</a></td>
<td data-label="Received"><time>${timeOf(receivedAt)}</time></td>
</tr>`;
}

export function mailPage({ to, subject, text, receivedAt }: Mail): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${linked(part)}</p>`);
  const head = `<h2>${escaped(subject)}</h2><p>To ${escaped(to)}, <time>${timeOf(receivedAt)}</time></p>`;
  const body = `<section>${head}${paragraphs.join('\n')}</section><p><a href="/mail">All mails</a></p>`;
  return wholePage('Mail', body);
}

/** Addresses become links; everything else is text. */
function linked(text: string): string {
  const parts = text.split(LINK).map((part) => {
    const safe = escaped(part);
    return LINK.test(part) ? `<a rel="noreferrer" href="${safe}">${safe}</a>` : safe;
  });
  return parts.join('');
}
