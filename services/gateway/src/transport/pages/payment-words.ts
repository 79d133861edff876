import type { ChargeStatus } from '../../domain/charge.ts';

type Words = {
  readonly language: string;
  readonly title: string;
  readonly scan: string;
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  readonly validUntil: string;
  readonly status: Record<ChargeStatus, string>;
  readonly notFound: { readonly title: string; readonly explain: string };
  readonly explain: Record<Exclude<ChargeStatus, 'PENDING'>, string>;
};

const PORTUGUESE: Words = {
  language: 'pt-BR',
  title: 'Pague com Pix',
  scan: 'Abra o aplicativo do seu banco, escolha Pix e leia o código.',
  code: 'Ou use o Pix copia e cola',
  copy: 'Copiar código',
  copied: 'Copiado',
  validUntil: 'Válido até',
  status: {
    PENDING: 'Aguardando pagamento',
    COMPLETED: 'Pagamento confirmado',
    EXPIRED: 'Código vencido',
    CANCELED: 'Cobrança cancelada',
  },
  notFound: {
    title: 'Cobrança não encontrada',
    explain: 'Confira o endereço, ou peça um novo link a quem o enviou.',
  },
  explain: {
    COMPLETED: 'Recebemos o seu pagamento. Você já pode fechar esta página.',
    EXPIRED: 'Este código não pode mais ser pago. Peça um novo a quem o enviou.',
    CANCELED: 'Esta cobrança foi cancelada. Não pague este código.',
  },
};

const ENGLISH: Words = {
  language: 'en',
  title: 'Pay with Pix',
  scan: 'Open your bank’s app, choose Pix and scan the code.',
  code: 'Or use the copy-and-paste code',
  copy: 'Copy code',
  copied: 'Copied',
  validUntil: 'Valid until',
  status: {
    PENDING: 'Waiting for payment',
    COMPLETED: 'Payment confirmed',
    EXPIRED: 'Code expired',
    CANCELED: 'Charge canceled',
  },
  notFound: {
    title: 'Charge not found',
    explain: 'Check the address, or ask the sender of the link for a new one.',
  },
  explain: {
    COMPLETED: 'We have received your payment. You can close this page.',
    EXPIRED: 'This code can no longer be paid. Ask its sender for a new one.',
    CANCELED: 'This charge was canceled. Do not pay this code.',
  },
};

/** Payers are in Brazil, so Portuguese unless the browser asks for English first. */
export function wordsFor(preferred: string | false): Words {
  return preferred === 'en' ? ENGLISH : PORTUGUESE;
}
