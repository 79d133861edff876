import { concat, type Html, html, page } from '../pages/html.ts';
import { PAGES, pathOf, SECTIONS, type Source } from './contents.ts';

/** A page with its navigation, which is links alone; the script adds the search and the copy buttons. */
export function layout(source: Source, content: Html): string {
  const words = navigationWords(source.language);
  const body = html`
<a class="skip" href="#content">${words.skip}</a>
<header><a class="home" href="/docs">${words.home}</a><a class="to-contents" href="#contents">${words.contents}</a>
<search id="search" hidden><label for="query">${words.search}</label>
<input id="query" type="search" autocomplete="off" placeholder="${words.search} ( / )"><ol id="found" aria-live="polite"></ol></search>
<a href="/dashboard">${words.dashboard}</a></header>
<div class="columns">
<main id="content">${content}${beside(source)}</main>
<nav id="contents" aria-label="${words.contents}">${words.others ? html`<p>${words.others}</p>` : html``}${concat(SECTIONS.map((section) => sectionLinks(section, source)))}
<p><a href="/openapi.json">OpenAPI 3.1</a></p></nav>
</div>
<script src="/assets/docs.js" type="module"></script>`;
  const head = {
    language: source.language,
    title: source.slug ? `${source.title} · ${words.home}` : source.title,
    stylesheets: ['/assets/docs.css'],
  };
  return page(head, body);
}

function sectionLinks({ title, pages }: (typeof SECTIONS)[number], current: Source): Html {
  const items = pages.map((linked) => {
    const link = html`href="${pathOf(linked)}" hreflang="${linked.language}"`;
    const isCurrent = linked.slug === current.slug;
    return html`<li><a ${link}${isCurrent ? html` aria-current="page"` : html``}>${titleIn(current.language, linked.title)}</a></li>`;
  });
  return html`<h2>${titleIn(current.language, title)}</h2><ul>${concat(items)}</ul>`;
}

/** The pages before and after, as one would read them. */
function beside({ slug, language }: Source): Html {
  const at = PAGES.findIndex((other) => other.slug === slug);
  const [before, after] = [PAGES[at - 1], PAGES[at + 1]];
  const link = (to: Source, rel: string, arrow: string) =>
    html`<a rel="${rel}" href="${pathOf(to)}">${arrow} ${titleIn(language, to.title)}</a>`;
  return html`<nav class="beside" aria-label="${navigationWords(language).beside}">${before ? link(before, 'prev', '←') : html``}
${after ? link(after, 'next', '→') : html``}</nav>`;
}

const ENGLISH = {
  skip: 'Skip to content',
  home: 'Entrada docs',
  contents: 'Contents',
  search: 'Search',
  dashboard: 'Dashboard',
  beside: 'Next pages',
  /** About the language of the other pages. */
  others: '',
};
type NavigationWords = typeof ENGLISH;

const PORTUGUESE: NavigationWords = {
  skip: 'Pular para o conteúdo',
  home: 'Documentação da Entrada',
  contents: 'Conteúdo',
  search: 'Buscar',
  dashboard: 'Painel',
  beside: 'Próximas páginas',
  others: 'As outras páginas estão em inglês.',
};

/** Titles of sections and pages by their English ones; the rest are names, equal in both languages. */
const TITLES: Readonly<Record<string, string>> = {
  Start: 'Comece aqui',
  Guides: 'Guias',
  Events: 'Eventos',
  Reference: 'Referência',
  'Entrada documentation': 'Documentação da Entrada',
  'Quick start': 'Início rápido em inglês',
  'Keys and scopes': 'Chaves e escopos',
  Deposits: 'Depósitos',
  'Amounts and fees': 'Valores e tarifas',
  Idempotency: 'Idempotência',
  'Waiting for payment': 'Esperar o pagamento',
  Webhooks: 'Webhooks em inglês',
  Receivers: 'Receptores',
  'Refunds and returns': 'Devoluções',
  Testing: 'Testes',
  'Going live': 'Entrar em produção',
  'Receipts that anyone can check': 'Recibos que qualquer um confere',
  'Command line': 'Linha de comando',
  Conventions: 'Convenções',
  Errors: 'Erros',
  Changelog: 'Mudanças',
  'Webhook events': 'Eventos de webhook',
};

function navigationWords(language: Source['language']): NavigationWords {
  return language === 'pt-BR' ? PORTUGUESE : ENGLISH;
}

function titleIn(language: Source['language'], title: string): string {
  return language === 'pt-BR' ? (TITLES[title] ?? title) : title;
}
