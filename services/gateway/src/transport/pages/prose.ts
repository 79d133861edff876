import { type Html, html } from './html.ts';

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** Paragraphs, `code` and [links](to): the part of Markdown that the document uses. */
export function prose(text: string): Html {
  return concat(text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`));
}

export function inline(text: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label = '', target = ''] = match;
    parts.push(html`${text.slice(at, match.index)}`);
    parts.push(code ? html`<code>${code}</code>` : html`<a href="${target}">${label}</a>`);
    at = match.index + whole.length;
  }
  return concat([...parts, html`${text.slice(at)}`]);
}

export function concat(parts: readonly Html[]): Html {
  return { html: parts.map((part) => part.html).join('') };
}
