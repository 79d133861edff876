import type { Language } from './account.ts';
import { LETTER_WORDS, type Line } from './letter-words.ts';
import type { Notice } from './notice.ts';

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const CONTROL = /\p{Cc}+/gu;

/** The mail about a notice. The subject is one of ours, word for word. */
export function letterFor(to: string, notice: Notice, language: Language): Letter {
  const { subject, lines, end } = LETTER_WORDS[language];
  const all: Line[] = [...lines(notice), end];
  return {
    to,
    subject: `Entrada: ${subject[notice.kind]}`,
    text: `${all.map(plain).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${all.map(marked).join('')}</body></html>`,
  };
}

function plain(line: Line): string {
  return (typeof line === 'string' ? line : line.link).replaceAll(CONTROL, ' ');
}

function marked(line: Line): string {
  const text = escaped(plain(line));
  return `<p>${typeof line === 'string' ? text : `<a href="${text}">${text}</a>`}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
