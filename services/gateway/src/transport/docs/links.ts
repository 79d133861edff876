import { posix } from 'node:path';
import type { Token } from 'marked';
import { PAGES, pathOf } from './contents.ts';

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
  const page = PAGES.find(
    ({ file, generatedFile }) =>
      file === path || file === `${path}/README.md` || generatedFile === path,
  );
  if (page) return pathOf(page);
  if (path.startsWith(SCHEMAS)) return `/events/schemas/${path.slice(SCHEMAS.length)}`;
  return path.startsWith(SAMPLES) ? `/assets/samples/${path.slice(SAMPLES.length)}` : null;
}

/** The name of the sample that a paragraph is, if it is only a link to one. */
export function sampleIn([first, ...others]: readonly Token[]): string | undefined {
  if (first?.type !== 'link' || others.length > 0) return undefined;
  return /(?:^|\/)samples\/([\w.-]+)$/.exec(first.href)?.[1];
}
