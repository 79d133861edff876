import { posix } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { type Html, html } from '../pages/html.ts';
import { PAGES, pathOf, textOf } from './contents.ts';

export type RenderedPage = { readonly body: Html; readonly parts: readonly Part[] };
/** What stands under one heading, or about one code in a table of codes, for the search. */
export type Part = {
  readonly heading: string;
  readonly id: string;
  readonly text: string;
  readonly isRow: boolean;
};

/** A page of the repository as HTML. Raw HTML in it is shown as text, so that no page can break the policy. */
export function renderMarkdown(text: string, links: Links): RenderedPage {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(links.adapt(text));
  const parts = partsOf(tokens);
  const ids = parts.filter(({ isRow }) => !isRow).map(({ id }) => id);
  const rows = new Set(parts.filter(({ isRow }) => isRow).map(({ id }) => id));
  const renderer: RendererObject = {
    heading({ tokens: inner, depth }) {
      const content = this.parser.parseInline(inner);
      return `<h${depth} id="${ids.shift()}">${content}</h${depth}>\n`;
    },
    tablerow({ text: cells }) {
      const [, name = ''] = /^<td><code>(\w+)<\/code>/.exec(cells) ?? [];
      return `<tr${rows.has(name) ? ` id="${name}"` : ''}>${cells}</tr>\n`;
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

/** As repositories make it, so that a link works in both. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Its headings in order, each with the text below it; a heading that comes again gets a number. */
function partsOf(tokens: readonly Token[]): Part[] {
  const seen = new Map<string, number>();
  const parts: { -readonly [Field in keyof Part]: Part[Field] }[] = [];
  const begin = (heading: string) => {
    const id = anchorOf(heading);
    const earlier = seen.get(id) ?? 0;
    seen.set(id, earlier + 1);
    parts.push({ heading, id: earlier ? `${id}-${earlier}` : id, text: '', isRow: false });
  };
  for (const token of tokens) {
    const last = parts.at(-1);
    if (token.type === 'heading') begin(token.text);
    else if (isOfCodes(token)) parts.push(...token.rows.map(partOfRow));
    else if (last && token.type !== 'code') last.text += ` ${token.raw}`;
  }
  return parts;
}

function isOfCodes(token: Token): token is Tokens.Table {
  return token.type === 'table' && token.header[0].text === 'code';
}

function partOfRow([name, ...cells]: readonly Tokens.TableCell[]): Part {
  const code = name?.text.replaceAll('`', '') ?? '';
  return { heading: code, id: code, text: cells.map(({ text }) => text).join(' '), isRow: true };
}

/** Where the pages say that the API is, so that samples work as they stand after `npm start`. */
const LOCAL = 'http://localhost:8080';
const SAMPLES = 'docs/samples/';
const SCHEMAS = 'docs/events/schemas/';

export type Links = {
  /** Where a link of this page leads here; null: to a file that is only in the repository. */
  readonly resolve: (href: string) => string | null;
  /** The text with the address of this installation. */
  readonly adapt: (text: string) => string;
};

export function linksFrom(file: string, publicBaseUrl: string): Links {
  return {
    adapt: (text) => text.replaceAll(LOCAL, publicBaseUrl),
    resolve(href) {
      if (href.startsWith(`${publicBaseUrl}/`)) return href.slice(publicBaseUrl.length);
      if (/^([a-z]+:|#)/.test(href)) return href;
      const [path = '', anchor] = href.split('#');
      const target = served(posix.join(posix.dirname(file), path));
      return target && anchor ? `${target}#${anchor}` : target;
    },
  };
}

function served(path: string): string | null {
  const page = PAGES.find(({ file }) => file === path || file === `${path}/README.md`);
  if (page) return pathOf(page);
  if (path.startsWith(SCHEMAS)) return `/events/schemas/${path.slice(SCHEMAS.length)}`;
  return path.startsWith(SAMPLES) ? `/assets/samples/${path.slice(SAMPLES.length)}` : null;
}

/** The name of the sample that a paragraph is, if it is only a link to one. */
function sampleIn([first, ...others]: readonly Token[]): string | undefined {
  if (first?.type !== 'link' || others.length > 0) return undefined;
  return /(?:^|\/)samples\/([\w.-]+)$/.exec(first.href)?.[1];
}

/** Code to copy; the script of the page adds the button. It can be scrolled with the keyboard. */
function codeBlock(code: string, name = ''): Html {
  const caption = name
    ? html`<figcaption><a href="/assets/samples/${name}">${name}</a></figcaption>`
    : html``;
  return html`<figure class="code">${caption}<pre tabindex="0"><code>${code.trimEnd()}</code></pre></figure>
`;
}
