type Language = 'pt-BR' | 'en';

const PORTUGUESE = {
  language: 'pt-BR' as Language,
  other: { language: 'en' as Language, name: 'English' },
  bank: 'Banco de testes',
  kept: 'O banco de testes guarda o que seria enviado às pessoas.',
  mails: 'E-mails',
  mail: 'E-mail',
  none: 'Nenhum e-mail foi enviado ainda.',
  to: 'Para',
  subject: 'Assunto',
  received: 'Recebido',
  noSubject: '(sem assunto)',
  all: 'Todos os e-mails',
};
export type MailWords = typeof PORTUGUESE;

const ENGLISH: MailWords = {
  language: 'en',
  other: { language: 'pt-BR', name: 'Português' },
  bank: 'Sandbox bank',
  kept: 'The sandbox keeps what would be sent to people.',
  mails: 'Mails',
  mail: 'Mail',
  none: 'No mail was sent yet.',
  to: 'To',
  subject: 'Subject',
  received: 'Received',
  noSubject: '(none)',
  all: 'All mails',
};

/** As on the payment page: Portuguese, unless English was chosen or the browser prefers it. */
export function mailWordsFor(chosen: string | undefined, accepted: string | false): MailWords {
  return (chosen ?? accepted) === 'en' ? ENGLISH : PORTUGUESE;
}
