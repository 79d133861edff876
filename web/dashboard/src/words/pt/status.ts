export const status = {
  charge: {
    PENDING: 'Pendente',
    COMPLETED: 'Pago',
    EXPIRED: 'Expirado',
    CANCELED: 'Cancelado',
  },
  delivery: {
    PENDING: 'Na fila',
    HELD: 'Retida',
    DELIVERED: 'Entregue',
    EXHAUSTED: 'Falhou',
    ABANDONED: 'Abandonada',
  },
  endpoint: {
    ENABLED: 'Ativo',
    DISABLED: 'Desativado',
    GONE: 'Removido pelo receptor',
    FAILING: 'Falhando',
  },
  refund: {
    PROCESSING: 'Em andamento',
    SETTLED: 'Devolvido',
    FAILED: 'Falhou',
  },
};
