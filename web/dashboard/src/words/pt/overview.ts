export const overview = {
  title: 'Visão geral',
};
