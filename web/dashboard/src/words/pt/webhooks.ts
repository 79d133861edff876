export const webhooks = {
  title: 'Webhooks',
  newTitle: 'Novo endpoint',
  endpointTitle: 'Endpoint',
};
