import type { ChargeStatus } from '../../domain/charge.ts';
import type { SandboxScenario } from '../../domain/sandbox.ts';

export const PAGE_LANGUAGES = ['pt-BR', 'en'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

type Words = {
  readonly language: PageLanguage;
  /** Name of the other language, in that language. */
  readonly other: { readonly language: PageLanguage; readonly name: string };
  readonly payTo: (receiver: string) => string;
  readonly pay: string;
  readonly codeLabel: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly qr: string;
  readonly steps: readonly [string, string, string];
  readonly howTo: string;
  readonly validUntil: string;
  readonly timeLeft: string;
  readonly refresh: string;
  readonly reconnecting: string;
  readonly status: Record<ChargeStatus, string>;
  readonly explain: Record<Exclude<ChargeStatus, 'PENDING'>, string>;
  readonly notFound: { readonly title: string; readonly explain: string };
  readonly sandbox: {
    readonly title: string;
    readonly explain: string;
    readonly bank: string;
    readonly sent: string;
    readonly failed: string;
    readonly payers: Record<SandboxScenario, string>;
  };
};

const PORTUGUESE: Words = {
  language: 'pt-BR',
  other: { language: 'en', name: 'English' },
  payTo: (receiver) => `Pagar a ${receiver}`,
  pay: 'Pagar com Pix',
  codeLabel: 'Código Pix copia e cola',
  copy: 'Copiar código Pix',
  copied: 'Código copiado',
  copyFailed: 'Selecione e copie o código abaixo',
  qr: 'QR code do Pix',
  steps: [
    'Copie o código ou leia o QR',
    'No app do banco, abra Pix › Copia e cola',
    'Confira nome e valor e confirme',
  ],
  howTo: 'Como pagar',
  validUntil: 'Válido até',
  timeLeft: 'Tempo restante',
  refresh: 'Já paguei, atualizar',
  reconnecting: 'Sem conexão. Tentando de novo…',
  status: {
    PENDING: 'Aguardando pagamento',
    COMPLETED: 'Pagamento confirmado',
    EXPIRED: 'Código vencido',
    CANCELED: 'Cobrança cancelada',
  },
  explain: {
    COMPLETED: 'Recebemos o seu pagamento. Você já pode fechar esta página.',
    EXPIRED:
      'Este código não pode mais ser pago. Se você já pagou, o pagamento será reconhecido. Senão, peça um novo código a quem o enviou.',
    CANCELED: 'Esta cobrança foi cancelada. Não pague este código.',
  },
  notFound: {
    title: 'Cobrança não encontrada',
    explain: 'Confira o endereço, ou peça um novo link a quem o enviou.',
  },
  sandbox: {
    title: 'Ambiente de teste',
    explain: 'Nenhum dinheiro se move. Escolha um pagador:',
    bank: 'Abrir o banco de teste',
    sent: 'Confirmando com o banco…',
    failed: 'O banco de teste não aceitou.',
    payers: {
      pay: 'Paga agora',
      slow: 'Paga em 10 segundos',
      late: 'Paga depois do prazo',
      twice: 'Paga duas vezes',
      too_little: 'Paga um centavo a menos',
      too_much: 'Paga R$ 1,00 a mais',
      refuse: 'Banco do pagador recusa',
    },
  },
};

const ENGLISH: Words = {
  language: 'en',
  other: { language: 'pt-BR', name: 'Português' },
  payTo: (receiver) => `Pay ${receiver}`,
  pay: 'Pay with Pix',
  codeLabel: 'Pix copy-and-paste code',
  copy: 'Copy Pix code',
  copied: 'Code copied',
  copyFailed: 'Select and copy the code below',
  qr: 'Pix QR code',
  steps: [
    'Copy the code or scan the QR code',
    'In your bank’s app, open Pix › Copia e cola',
    'Check name and amount, then confirm',
  ],
  howTo: 'How to pay',
  validUntil: 'Valid until',
  timeLeft: 'Time left',
  refresh: 'I have paid, refresh',
  reconnecting: 'No connection. Retrying…',
  status: {
    PENDING: 'Waiting for payment',
    COMPLETED: 'Payment confirmed',
    EXPIRED: 'Code expired',
    CANCELED: 'Charge canceled',
  },
  explain: {
    COMPLETED: 'We have received your payment. You can close this page.',
    EXPIRED:
      'This code can no longer be paid. If you already paid, it will be recognised. Otherwise ask its sender for a new code.',
    CANCELED: 'This charge was canceled. Do not pay this code.',
  },
  notFound: {
    title: 'Charge not found',
    explain: 'Check the address, or ask the sender of the link for a new one.',
  },
  sandbox: {
    title: 'Test environment',
    explain: 'No money moves. Choose a payer:',
    bank: 'Open the sandbox bank',
    sent: 'Confirming with the bank…',
    failed: 'The sandbox bank did not accept it.',
    payers: {
      pay: 'Pays now',
      slow: 'Pays in 10 seconds',
      late: 'Pays after the deadline',
      twice: 'Pays twice',
      too_little: 'Pays one cent less',
      too_much: 'Pays R$ 1.00 more',
      refuse: 'Payer’s bank refuses',
    },
  },
};

export type { Words };

export function wordsFor(language: PageLanguage): Words {
  return language === 'en' ? ENGLISH : PORTUGUESE;
}
