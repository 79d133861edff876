export const statement = {
  title: 'Extrato',
};
