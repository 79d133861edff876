export const deposits = {
  title: 'Depósitos',
};
