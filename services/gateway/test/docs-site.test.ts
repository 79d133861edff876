import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEventKinds } from '@entrada/contracts/event-kinds';
import { LIMITS } from '@entrada/contracts/limits';
import { PROVIDER_UNAVAILABLE } from '@entrada/contracts/reasons';
import { PAGES, pathOf, textOf } from '../src/transport/docs/contents.ts';
import { docsSite } from '../src/transport/docs/site.ts';
import { ERROR_CODES } from '../src/transport/openapi/error-codes.ts';
import { documentedCalls } from './documented-calls.ts';

const BASE = 'http://localhost';
const ROOT = join(import.meta.dirname, '../../..');
const site = docsSite(BASE);
const pages = new Map(PAGES.map((page) => [pathOf(page), site.page(page.slug) ?? '']));
const all = [...pages];
const samples = readdirSync(join(ROOT, 'docs/samples'));

/** What a link of a page leads to, if it is not a page: served by another route. */
const OTHERS = new Set([
  '/dashboard',
  '/openapi.json',
  ...readEventKinds().map(({ name }) => `/events/schemas/${name}.json`),
  ...samples.map((name) => `/assets/samples/${name}`),
]);
const FOREIGN = new Set(['https://www.standardwebhooks.com']);

const count = (text: string, part: string) => text.split(part).length - 1;
const hrefsIn = (html: string) =>
  Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href]) => href ?? '');

function isAlive(from: string, href: string): boolean {
  if (FOREIGN.has(href)) return true;
  const [path, anchor] = href.split('#') as [string, string?];
  const target = pages.get(path || from);
  if (target === undefined) return OTHERS.has(path) && anchor === undefined;
  return anchor === undefined || target.includes(` id="${anchor}"`);
}

test('/docs/client begins with the line that installs the client from this gateway', () => {
  const [, first] = /<pre[^>]*>(.*?)<\/pre>/s.exec(pages.get('/docs/client') ?? '') ?? [];
  expect(first?.replaceAll(/<[^>]+>/g, '').trim()).toBe(
    `npm install ${BASE}/packages/entrada-client.tgz`,
  );
});

test.each(all)('every link of %s leads somewhere', (path, html) => {
  const [, body = ''] = html.split('<body>');
  const hrefs = hrefsIn(body);
  expect(hrefs.length).toBeGreaterThan(20);
  expect(hrefs.filter((href) => !isAlive(path, href))).toEqual([]);
});

test('a link that leads nowhere is found', () => {
  expect(isAlive('/docs', '/docs/nowhere')).toBe(false);
  expect(isAlive('/docs', '/docs/webhooks#nowhere')).toBe(false);
  expect(isAlive('/docs', 'https://elsewhere.example')).toBe(false);
});

test.each(PAGES)('$file begins with the title $title', ({ file, title }) => {
  expect(textOf(file).split('\n')[0]).toBe(`# ${title}`);
});

test.each(all)(
  '%s has each id once, one title, and nothing of another origin or inline',
  (_path, html) => {
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(count(html, '<h1')).toBe(1);
    expect(html).not.toMatch(
      /<script(?! src="\/assets\/)|<style|<iframe|<img| style="| on\w+="|src="(?!\/assets\/)/,
    );
  },
);

test('every call, error, event and scope is documented once', () => {
  const reference = pages.get('/docs/reference') ?? '';
  for (const { name } of documentedCalls) {
    expect([name, count(reference, `>${name}</h3>`)]).toEqual([name, 1]);
  }
  const errors = pages.get('/docs/errors') ?? '';
  for (const code of Object.keys(ERROR_CODES)) {
    expect([code, count(errors, `<tr id="${code}">`)]).toEqual([code, 1]);
  }
  const titles = PAGES.map(({ title }) => title);
  const events = titles.filter((title) => /^[A-Z_]+$/.test(title));
  expect(events.sort()).toEqual(
    readEventKinds()
      .map(({ name }) => name)
      .sort(),
  );
  const keys = textOf('docs/guides/keys.md');
  const scopes = new Set(documentedCalls.flatMap(({ scope }) => scope ?? []));
  for (const scope of scopes) expect([scope, count(keys, `| \`${scope}\` |`)]).toEqual([scope, 1]);
});

test.each(['internal_error', 'provider_unavailable', 'unavailable', 'timeout'])(
  'the advice for an unknown outcome says how to retry safely: %s',
  (code) => {
    const errors = pages.get('/docs/errors') ?? '';
    const [row = ''] = new RegExp(`<tr id="${code}">.*?</tr>`, 's').exec(errors) ?? [];
    expect(row).toContain('same Idempotency-Key');
    expect(row).toContain('look the deposit up by its <code>externalId</code>');
  },
);

test('every call has its types, an example that can be copied, and links to its errors', () => {
  const sections = (pages.get('/docs/reference') ?? '').split('<h3 id="').slice(1);
  const calls = sections.filter((section) => !section.startsWith('schema-'));
  expect(calls).toHaveLength(documentedCalls.length);
  for (const section of calls) {
    expect(section).toContain('<code>curl -');
    expect(section).toContain('href="/docs/errors');
  }
  const create = calls.find((section) => section.startsWith('post-apideposit"')) ?? '';
  expect(create).toContain('1..255 characters');
  const list = calls.find((section) => section.startsWith('get-apideposit"')) ?? '';
  expect(list).toContain('1..200');
  expect(list).toContain('Default: <code>50</code>');
});

test('the bounds in docs/api/errors.md are those of the contract', () => {
  const textsOf = (code: string) => JSON.stringify(ERROR_CODES[code]);
  const { expiresInSecondsMin, expiresInSecondsMax } = LIMITS.charge;
  expect(textsOf('invalid_idempotency_key')).toContain(`1 to ${LIMITS.idempotencyKeyLengthMax} `);
  expect(textsOf('expires_in_out_of_range')).toContain(
    `${expiresInSecondsMin} to ${expiresInSecondsMax} seconds`,
  );
  expect(textsOf('provider_unavailable')).toContain(`"${PROVIDER_UNAVAILABLE}"`);
  for (const { name } of readEventKinds()) expect(textsOf('invalid_events')).toContain(name);
});

// What `npx` runs is checked in every file by tools/check/text-rules.ts.
test('the pages name no host of a registry, and need no package', () => {
  const texts = PAGES.map(({ file }) => textOf(file));
  const programs = samples.map((name) => readFileSync(join(ROOT, 'docs/samples', name), 'utf8'));
  for (const text of [...texts, ...programs]) {
    expect(text).not.toMatch(/registry\.|npmjs|pypi\.|rubygems\.|packagist|proxy\.golang/i);
    expect(text).not.toMatch(
      /npm install (?!-|http:\/\/localhost:8080\/packages\/)|pip install|go get|composer require/,
    );
  }
});

test('every sample file is shown by a page, and no receiver has more than 40 lines besides its imports', () => {
  const shown = PAGES.map(({ file }) => textOf(file)).join('\n');
  for (const name of samples) {
    expect(shown).toMatch(new RegExp(`^\\[${name}\\]\\(\\.\\./samples/${name}\\)$`, 'm'));
    const lines = readFileSync(join(ROOT, 'docs/samples', name), 'utf8')
      .replace(/^import \([^)]*\)\n\n/m, '')
      .trimEnd()
      .split('\n');
    expect([name, lines.length <= 40]).toEqual([name, true]);
  }
});

test('a page in Portuguese has its navigation in Portuguese, and no page in English has', () => {
  const portuguese = site.page('webhooks-pt') ?? '';
  expect(portuguese).toContain('>Pular para o conteúdo</a>');
  expect(portuguese).toContain('<h2>Guias</h2>');
  expect(portuguese).toContain('>Chaves e escopos</a>');
  const names = /^([A-Z_]+|@entrada\/client|Webhooks em português|Início rápido)$/;
  for (const { title } of PAGES.filter((page) => !names.test(page.title))) {
    expect([title, count(portuguese, `>${title}</a>`)]).toEqual([title, 0]);
  }
  expect(site.page('webhooks')).toContain('<h2>Guides</h2>');
});

test('pages tell the address of this installation, and the search finds every page, call and code', () => {
  const there = docsSite('https://pay.example.com');
  expect(there.page('quick-start')).toContain('https://pay.example.com/api/deposit');
  for (const { slug } of PAGES) expect(there.page(slug)).not.toContain('localhost:8080');
  const rows: [string, string, string][] = JSON.parse(site.index());
  const addresses = rows.map(([address]) => address);
  for (const path of pages.keys()) expect(addresses).toContain(path);
  for (const code of Object.keys(ERROR_CODES)) expect(addresses).toContain(`/docs/errors#${code}`);
  expect(addresses.filter((address) => !isAlive('/docs', address))).toEqual([]);
});

test('the image has every file that a page is made of', () => {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n').slice(1);
  const isInImage = (file: string) => {
    const last = rules.findLast((rule) => fits(rule.replace('!', ''), file));
    return last?.startsWith('!') ?? true;
  };
  const files = PAGES.map(({ file }) => file);
  const needed = [...files, ...samples.map((name) => `docs/samples/${name}`)];
  expect(needed.filter((file) => !isInImage(file))).toEqual([]);
  expect(isInImage('services/gateway/README.md')).toBe(false);
  expect(isInImage('docs/ledger.md')).toBe(false);
});

/** The patterns of .dockerignore that we use: a path, `*`, and `**` for any folders. */
function fits(pattern: string, file: string): boolean {
  const words = pattern.replaceAll('.', '\\.').replaceAll('**/', '(.+/)?');
  return new RegExp(`^${words.replaceAll('*', '[^/]*')}(/|$)`).test(file);
}
