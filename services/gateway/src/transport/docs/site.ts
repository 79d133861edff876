import { PAGES, pathOf, type Source, textOf } from './contents.ts';
import { layout } from './layout.ts';
import { linksFrom, type Part, type RenderedPage, renderMarkdown } from './markdown.ts';

export type Site = {
  /** The page at /docs/<slug>; undefined: there is none. */
  readonly page: (slug: string) => string | undefined;
  readonly index: () => string;
};

/** The documentation of one installation. A page is made when it is first asked for, so that a start costs nothing. */
export function docsSite(publicBaseUrl: string): Site {
  const rendered = new Map<string, RenderedPage>();
  const pages = new Map<string, string>();
  let index: string | undefined;

  function render({ slug, file }: Source): RenderedPage {
    const known =
      rendered.get(slug) ?? renderMarkdown(textOf(file), linksFrom(file, publicBaseUrl));
    rendered.set(slug, known);
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
