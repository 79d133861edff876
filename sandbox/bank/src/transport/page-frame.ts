import type { MailWords } from './mail-words.ts';
import { STYLE } from './page-style.ts';

/** A page of the bank, without a script. */
export function wholePage(words: MailWords, title: string, main: string): string {
  const { language, other } = words;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - ${words.bank}</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><h1>${title}</h1><p>${words.kept}</p></div>
<p><a href="?lang=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></p></header>
<main>
${main}
</main>
</body>
</html>`;
}

export function timeOf(at: Date): string {
  return `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
