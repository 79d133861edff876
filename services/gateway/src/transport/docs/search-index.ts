import type { Part } from './markdown.ts';

const TEXT_LENGTH_MAX = 600;

type Indexed = { readonly title: string; readonly path: string; readonly parts: readonly Part[] };

/** Rows of address, title and text, one for each heading; the script of the pages reads them. */
export function searchIndex(pages: readonly Indexed[]): string {
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
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*|[\]]|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_LENGTH_MAX);
}
