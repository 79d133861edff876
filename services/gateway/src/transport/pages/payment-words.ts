import type { ChargeStatus } from '../../domain/charge.ts';
import type { SandboxScenario } from '../../domain/sandbox.ts';

export const PAGE_LANGUAGES = ['pt-BR', 'en'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** `CHECKING`: the deadline is over, and the bank may still report a payment. */
export type PageState =
  | ChargeStatus
  | 'CHECKING'
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'PAID_AFTER_CANCEL'
  | 'PARTLY_REFUNDED'
  | 'REFUNDED';
/** As they are written. */
type Amounts = { readonly received: string; readonly due: string; readonly surplus: string };

const PORTUGUESE = {
  language: 'pt-BR' as PageLanguage,
  /** Name of the other language, in that language. */
  other: { language: 'en' as PageLanguage, name: 'English' },
  payTo: 'Pagar a',
  pay: 'Pagar com Pix',
  codeLabel: 'Código Pix copia e cola',
  copy: 'Copiar código Pix',
  copied: 'Código copiado',
  copyFailed: 'Selecione e copie o código abaixo',
  qr: 'QR code do Pix',
  steps: ['Copie o código ou leia o QR', 'No app do banco, abra Pix › Copia e cola'],
  /** The payer's bank shows the receiver that the code names, not the shop. */
  check: (receiver: string | null) =>
    `Confira o nome${receiver ? ` (${receiver})` : ''} e o valor e confirme`,
  howTo: 'Como pagar',
  validUntil: 'Válido até',
  timeLeft: 'Tempo restante',
  refresh: 'Já paguei, atualizar',
  reconnecting: 'Sem conexão. Tentando de novo…',
  status: {
    PENDING: 'Aguardando pagamento',
    CHECKING: 'Prazo encerrado, conferindo',
    COMPLETED: 'Pagamento confirmado',
    OVERPAID: 'Pagamento confirmado',
    UNDERPAID: 'Valor menor que o cobrado',
    EXPIRED: 'Código vencido',
    CANCELED: 'Cobrança cancelada',
    PAID_AFTER_CANCEL: 'Cobrança cancelada',
    PARTLY_REFUNDED: 'Pagamento devolvido em parte',
    REFUNDED: 'Pagamento devolvido',
  } satisfies Record<PageState, string>,
  explain: {
    CHECKING:
      'Um pagamento que já foi feito ainda está sendo conferido. O resultado aparece aqui em cerca de um minuto. Não pague mais este código.',
    COMPLETED: 'Recebemos o seu pagamento. Você já pode fechar esta página.',
    OVERPAID: ({ received, due, surplus }: Amounts) =>
      `Recebemos ${received} de ${due}. A cobrança está paga. Fale com a loja sobre os ${surplus} a mais.`,
    UNDERPAID: ({ received, due }: Amounts) =>
      `Recebemos ${received} de ${due}. Fale com a loja. Não pague mais este código.`,
    EXPIRED:
      'Este código não pode mais ser pago. Se você já pagou, o pagamento será reconhecido. Senão, peça um novo código a quem o enviou.',
    CANCELED: 'Esta cobrança foi cancelada. Não pague este código.',
    PAID_AFTER_CANCEL: ({ received }: Amounts) =>
      `Recebemos ${received} por esta cobrança, que foi cancelada: nada era devido. Fale com a loja. Não pague mais este código.`,
    PARTLY_REFUNDED: ({ received, due }: Amounts) => `Recebemos ${received} de ${due}.`,
    REFUNDED: ({ received }: Amounts) => `Recebemos ${received}.`,
  } satisfies Record<Exclude<PageState, 'PENDING'>, unknown>,
  /** Added to each explanation, once money went back. */
  sentBack: (returned: string) => `Devolvemos ${returned} à conta de onde veio o pagamento.`,
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
    } satisfies Record<SandboxScenario, string>,
  },
};

export type Words = typeof PORTUGUESE;

const ENGLISH: Words = {
  language: 'en',
  other: { language: 'pt-BR', name: 'Português' },
  payTo: 'Pay',
  pay: 'Pay with Pix',
  codeLabel: 'Pix copy-and-paste code',
  copy: 'Copy Pix code',
  copied: 'Code copied',
  copyFailed: 'Select and copy the code below',
  qr: 'Pix QR code',
  steps: ['Copy the code or scan the QR code', 'In your bank’s app, open Pix › Copia e cola'],
  check: (receiver) =>
    `Check the name${receiver ? ` (${receiver})` : ''} and the amount, then confirm`,
  howTo: 'How to pay',
  validUntil: 'Valid until',
  timeLeft: 'Time left',
  refresh: 'I have paid, refresh',
  reconnecting: 'No connection. Retrying…',
  status: {
    PENDING: 'Waiting for payment',
    CHECKING: 'Time is over, checking',
    COMPLETED: 'Payment confirmed',
    OVERPAID: 'Payment confirmed',
    UNDERPAID: 'Less than the amount due',
    EXPIRED: 'Code expired',
    CANCELED: 'Charge canceled',
    PAID_AFTER_CANCEL: 'Charge canceled',
    PARTLY_REFUNDED: 'Payment partly refunded',
    REFUNDED: 'Payment refunded',
  },
  explain: {
    CHECKING:
      'A payment that was already made is still being checked. The result appears here in about a minute. Do not pay this code any more.',
    COMPLETED: 'We have received your payment. You can close this page.',
    OVERPAID: ({ received, due, surplus }) =>
      `We have received ${received} of ${due}. The charge is paid. Contact the shop about the additional ${surplus}.`,
    UNDERPAID: ({ received, due }) =>
      `We have received ${received} of ${due}. Contact the shop. Do not pay this code again.`,
    EXPIRED:
      'This code can no longer be paid. If you already paid, it will be recognised. Otherwise ask its sender for a new code.',
    CANCELED: 'This charge was canceled. Do not pay this code.',
    PAID_AFTER_CANCEL: ({ received }) =>
      `We have received ${received} for this charge, which was canceled: nothing was due. Contact the shop. Do not pay this code again.`,
    PARTLY_REFUNDED: ({ received, due }) => `We received ${received} of ${due}.`,
    REFUNDED: ({ received }) => `We received ${received}.`,
  },
  sentBack: (returned) => `We sent ${returned} back to the account that paid.`,
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

export function wordsFor(language: PageLanguage): Words {
  return language === 'en' ? ENGLISH : PORTUGUESE;
}
