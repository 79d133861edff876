export const deliveries = {
  title: 'Entrega',
};
