import type { OpenApiDocument } from '../openapi/document.ts';
import { PAGES, pathOf, type Source, textOf } from './contents.ts';
import { errorsContent, errorsParts } from './errors-page.ts';
import { layout } from './layout.ts';
import { linksFrom } from './links.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { referenceContent, referenceParts } from './reference-page.ts';
import { searchIndex } from './search-index.ts';

export type Site = {
  /** The page at /docs/<slug>; undefined: there is none. */
  readonly page: (slug: string) => string | undefined;
  readonly index: () => string;
};

/** The documentation of one installation. A page is made when it is first asked for, so that a start costs nothing. */
export function docsSite(document: OpenApiDocument, publicBaseUrl: string): Site {
  const rendered = new Map<string, Rendered>();
  const pages = new Map<string, string>();
  let index: string | undefined;

  function render(source: Source): Rendered {
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

function renderSource(source: Source, document: OpenApiDocument, publicBaseUrl: string): Rendered {
  if (source.file) {
    return renderMarkdown(textOf(source.file), linksFrom(source.file, publicBaseUrl));
  }
  if (source.slug === 'errors') return { body: errorsContent(), parts: errorsParts() };
  return { body: referenceContent(document, publicBaseUrl), parts: referenceParts(document) };
}
