import type { OpenApiDocument } from '../openapi/document.ts';
import { ERROR_CODES } from '../openapi/error-codes.ts';
import { concat, type Html, html, inline } from '../pages/html.ts';
import { PAGES, pathOf, type Source, textOf } from './contents.ts';
import { layout } from './layout.ts';
import { linksFrom, type Part, type RenderedPage, renderMarkdown } from './markdown.ts';
import { referenceContent, referenceParts } from './reference-page.ts';

export type Site = {
  /** The page at /docs/<slug>; undefined: there is none. */
  readonly page: (slug: string) => string | undefined;
  readonly index: () => string;
};

/** The documentation of one installation. A page is made when it is first asked for, so that a start costs nothing. */
export function docsSite(document: OpenApiDocument, publicBaseUrl: string): Site {
  const rendered = new Map<string, RenderedPage>();
  const pages = new Map<string, string>();
  let index: string | undefined;

  function render(source: Source): RenderedPage {
    const known = rendered.get(source.slug) ?? renderSource(source, document, publicBaseUrl);
    rendered.set(source.slug, known);
    return known;
  }
  return {
    page(slug) {
      const source = PAGES.find((other) => other.slug === slug);
      if (!source) return undefined;
      const known = pages.get(slug) ?? layout(source, render(source).body);
      pages.set(slug, known);
      return known;
    },
    index() {
      index ??= searchIndex(
        PAGES.map((source) => {
          return { title: source.title, path: pathOf(source), parts: render(source).parts };
        }),
      );
      return index;
    },
  };
}

function renderSource(
  source: Source,
  document: OpenApiDocument,
  publicBaseUrl: string,
): RenderedPage {
  if (source.file) {
    return renderMarkdown(textOf(source.file), linksFrom(source.file, publicBaseUrl));
  }
  if (source.slug === 'errors') return { body: errorsContent(), parts: errorsParts() };
  return { body: referenceContent(document, publicBaseUrl), parts: referenceParts(document) };
}

function errorsContent(): Html {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { statuses, meaning, todo }]) => html`<tr id="${code}"><td><code>${code}</code></td>
<td>${statuses.join(', ')}</td><td>${inline(meaning)}</td><td>${inline(todo)}</td></tr>`,
  );
  return html`
<h1>Errors</h1>
<p>An error is <code>{"success": false, "error", "code", "requestId"}</code>. Programs should use <code>code</code>;
<code>error</code> is a message for people and may change, except where the specification fixes it. If fields are invalid,
<code>details</code> has the <code>field</code>, a <code>message</code> and a <code>code</code> for each. There may be new codes:
treat one that you do not know by its status. <a href="/docs/idempotency">How to retry safely</a></p>
<table><thead><tr><th>Code</th><th>Status</th><th>Cause</th><th>What to do</th></tr></thead>
<tbody>${concat(rows)}</tbody></table>`;
}

function errorsParts(): Part[] {
  const codes = Object.entries(ERROR_CODES).map(([code, { statuses, meaning, todo }]) => {
    return { heading: code, id: code, text: `${statuses.join(', ')} ${meaning} ${todo}` };
  });
  return [
    { heading: 'Errors', id: '', text: 'Every error code, its cause and its cure.' },
    ...codes,
  ];
}

const TEXT_LENGTH_MAX = 600;

type IndexedPage = {
  readonly title: string;
  readonly path: string;
  readonly parts: readonly Part[];
};

/** Rows of address, title and text, one for each heading; the script of the pages reads them. */
function searchIndex(pages: readonly IndexedPage[]): string {
  const rows = pages.flatMap(({ title, path, parts }) =>
    parts.map(({ heading, id, text }, i) => [
      i === 0 ? path : `${path}#${id}`,
      i === 0 ? title : `${heading} · ${title}`,
      plain(text),
    ]),
  );
  return JSON.stringify(rows);
}

function plain(text: string): string {
  return text
    .replace(/\]\([^()]*\)/g, '')
    .replace(/[`*|[\]]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX);
}
