export const account = {
  title: 'Conta',
};
