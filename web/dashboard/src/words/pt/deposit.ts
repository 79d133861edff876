export const deposit = {
  title: 'Depósito',
};
