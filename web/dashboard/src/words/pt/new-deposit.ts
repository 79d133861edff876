export const newDeposit = {
  title: 'Novo depósito',
};
