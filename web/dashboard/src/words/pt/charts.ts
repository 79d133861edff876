export const charts = {
  connect: 'Conexão TCP',
  dns: 'DNS',
  download: 'Resposta',
  reused: 'A conexão já estava aberta.',
  step: 'Etapa',
  time: 'Tempo',
  tls: 'TLS',
  total: 'Total',
  wait: 'Espera do servidor',
  when: 'Quando',
};
