export const overview = {
  attention: 'Precisa de atenção',
  attentionDisabled: (name: string) => `O webhook “${name}” está parado.`,
  attentionFailed: (name: string, count: number) =>
    count === 1
      ? `1 entrega falhou no webhook “${name}” nas últimas 24 h.`
      : `${count} entregas falharam no webhook “${name}” nas últimas 24 h.`,
  attentionSuspense: (amount: string) =>
    `${amount} em análise: pagamentos que não fecham com um depósito.`,
  available: 'Saldo disponível',
  created: 'Criados',
  createdValue: 'Criado',
  credited: 'Creditado',
  fee: 'Tarifas',
  funnel: 'Do depósito ao webhook',
  notified: 'Avisados por webhook',
  owed: 'Devido, descontado dos próximos créditos',
  paid: 'Pagos',
  paidValue: 'Pago',
  parts: { charges: 'depósitos', ledger: 'saldo', webhooks: 'webhooks' } as Readonly<
    Record<string, string>
  >,
  range: 'Período',
  recent: 'Últimos depósitos',
  refunded: 'Devolvido',
  seeAll: 'Ver todos',
  start: {
    deposit: 'Crie um depósito',
    depositHint: 'Com este comando ou pelo botão.',
    done: 'Feito',
    hint: 'Quatro passos até o seu primeiro Pix com webhook.',
    key: 'Crie uma chave de API',
    keyHint: 'É mostrada uma única vez.',
    pay: 'Pague no banco de testes',
    payHint: 'Abra o depósito e escolha um pagador.',
    title: 'Comece aqui',
    webhook: 'Cadastre um webhook',
    webhookHint: 'Avisa o seu sistema de cada pagamento na hora.',
  },
  suspense: 'Em análise',
  title: 'Visão geral',
  volume: 'Volume',
  volumeLabel: 'Valor criado e pago por período',
  confirmEmail: (email: string) =>
    `Abra o link que enviamos para ${email}, para sabermos que os avisos chegam até você.`,
  sendAgain: 'Enviar de novo',
};
