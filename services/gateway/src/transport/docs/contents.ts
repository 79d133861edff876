import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository: the same files are read there. */
const ROOT = join(import.meta.dirname, '../../../../..');

export type Source = {
  /** Below /docs; empty for /docs itself. */
  readonly slug: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
  readonly language: 'en' | 'pt-BR';
};
export type Section = { readonly title: string; readonly pages: readonly Source[] };

const written = (slug: string, file: string, title: string): Source => {
  return { slug, file, title, language: slug.endsWith('-pt') ? 'pt-BR' : 'en' };
};
const guide = (slug: string, title: string) => written(slug, `docs/guides/${slug}.md`, title);
const event = (title: string) => {
  const slug = title.toLowerCase().replaceAll('_', '-');
  return written(slug, `docs/events/${slug}.md`, title);
};

/** Every page, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      written('', 'docs/README.md', 'Entrada documentation'),
      guide('quick-start', 'Quick start'),
      guide('quick-start-pt', 'Início rápido'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('keys', 'Keys and scopes'),
      guide('deposits', 'Deposits'),
      guide('amounts-and-fees', 'Amounts and fees'),
      guide('idempotency', 'Idempotency'),
      guide('waiting-for-payment', 'Waiting for payment'),
      guide('webhooks', 'Webhooks'),
      guide('webhooks-pt', 'Webhooks em português'),
      guide('receivers', 'Receivers'),
      guide('refunds-and-returns', 'Refunds and returns'),
      guide('testing', 'Testing'),
      guide('going-live', 'Going live'),
      written('receipts', 'docs/receipts.md', 'Receipts that anyone can check'),
      guide('command-line', 'Command line'),
      written('client', 'packages/client/README.md', '@entrada/client'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      written('conventions', 'docs/api/README.md', 'Conventions'),
      written('reference', 'docs/api/reference.md', 'Reference'),
      written('errors', 'docs/api/errors.md', 'Errors'),
      written('changelog', 'CHANGELOG.md', 'Changelog'),
    ],
  },
  {
    title: 'Events',
    pages: [
      written('events', 'docs/events/README.md', 'Webhook events'),
      event('DEPOSIT_ASSET_SUCCESS'),
      event('DEPOSIT_ASSET_EXPIRED'),
      event('DEPOSIT_ASSET_CANCELED'),
      event('DEPOSIT_ASSET_REFUNDED'),
      event('DEPOSIT_ASSET_REFUND_FAILED'),
      event('DEPOSIT_ASSET_EXCEPTION'),
      event('DEPOSIT_ASSET_EXCEPTION_RESOLVED'),
      event('ENDPOINT_DISABLED'),
      event('WEBHOOK_TEST'),
    ],
  },
];
export const PAGES = SECTIONS.flatMap(({ pages }) => pages);

export function pathOf({ slug }: Pick<Source, 'slug'>): string {
  return slug ? `/docs/${slug}` : '/docs';
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
