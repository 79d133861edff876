import { STYLE } from './page-style.ts';

/** A page of the bank, without a script. */
export function wholePage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Sandbox bank</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><h1>${title}</h1><p>The sandbox keeps what would be sent to people.</p></div></header>
<main>
${main}
</main>
</body>
</html>`;
}

export function timeOf(at: Date): string {
  return at.toISOString().replace('T', ' ').slice(0, 19);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
