type Json = Readonly<Record<string, unknown>>;

/** The same response with another amount and another status: valid in form, wrong in substance. */
export function contradict(text: string): string {
  const body: Json = JSON.parse(text);
  return JSON.stringify({ ...body, ...contradiction(body) });
}

function contradiction(body: Json): Json {
  if ('calendario' in body) {
    const status = body.status === 'ATIVA' ? 'CONCLUIDA' : 'ATIVA';
    return { status, valor: { original: '0.01' } };
  }
  if (Array.isArray(body.pix)) return { pix: body.pix.map((pix) => ({ ...pix, valor: '0.01' })) };
  return 'valor' in body ? { valor: '0.01' } : {};
}

/** The same list with each payment twice, and counted twice. */
export function listTwice(text: string): string {
  const body = JSON.parse(text);
  const { paginacao } = body.parametros;
  const total = paginacao.quantidadeTotalDeItens * 2;
  return JSON.stringify({
    parametros: { ...body.parametros, paginacao: { ...paginacao, quantidadeTotalDeItens: total } },
    pix: [...body.pix, ...body.pix],
  });
}

/** The same response with returns in a status that the Pix API did not have when we were built. */
export function withUnknownStatus(text: string): string {
  return text.replace(/"status":"(?:DEVOLVIDO|EM_PROCESSAMENTO)"/g, '"status":"ESTORNO_PARCIAL"');
}
