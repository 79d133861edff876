import { Marked, type RendererObject, type Token } from 'marked';
import { type Html, html } from '../pages/html.ts';
import { codeBlock } from './code-block.ts';
import { textOf } from './contents.ts';
import { type Links, sampleIn } from './links.ts';

export type Rendered = { readonly body: Html; readonly parts: readonly Part[] };
/** What stands under one heading, for the search. */
export type Part = { readonly heading: string; readonly id: string; readonly text: string };

/** A page of the repository as HTML. Raw HTML in it is shown as text, so that no page can break the policy. */
export function renderMarkdown(text: string, links: Links): Rendered {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(links.adapt(text));
  const parts = partsOf(tokens);
  const ids = parts.map(({ id }) => id);
  const renderer: RendererObject = {
    heading({ tokens: inner, depth }) {
      const content = this.parser.parseInline(inner);
      return `<h${depth} id="${ids.shift()}">${content}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens);
      const target = links.resolve(href);
      return target === null ? label : html`<a href="${target}">${{ html: label }}</a>`.html;
    },
    paragraph({ tokens }) {
      const sample = sampleIn(tokens);
      if (sample) return codeBlock(links.adapt(textOf(`docs/samples/${sample}`)), sample).html;
      return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    },
    code({ text: code }) {
      return codeBlock(code).html;
    },
    html({ text: raw }) {
      return html`${raw}`.html;
    },
    image({ text: alt }) {
      return html`${alt}`.html;
    },
  };
  return { body: { html: marked.use({ renderer }).parser(tokens) }, parts };
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Its headings in order, each with the text below it; a heading that comes again gets a number. */
function partsOf(tokens: readonly Token[]): Part[] {
  const seen = new Map<string, number>();
  const parts: { heading: string; id: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const id = anchorOf(token.text);
      const earlier = seen.get(id) ?? 0;
      seen.set(id, earlier + 1);
      parts.push({ heading: token.text, id: earlier ? `${id}-${earlier}` : id, text: '' });
      continue;
    }
    const last = parts.at(-1);
    if (last && token.type !== 'code') last.text += ` ${token.raw}`;
  }
  return parts;
}
