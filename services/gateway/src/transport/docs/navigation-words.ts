import type { Source } from './contents.ts';

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

export function navigationWords(language: Source['language']): NavigationWords {
  return language === 'pt-BR' ? PORTUGUESE : ENGLISH;
}

export function titleIn(language: Source['language'], title: string): string {
  return language === 'pt-BR' ? (TITLES[title] ?? title) : title;
}
