/** Every refusal of this bank. The Portuguese names are the Pix API's own problem types. */
export type BankErrorCode =
  | 'RequisicaoInvalida'
  | 'TokenInvalido'
  | 'NaoEncontrado'
  | 'CobNaoEncontrado'
  | 'CobOperacaoInvalida'
  | 'PixNaoEncontrado'
  | 'PixDevolucaoNaoEncontrada'
  | 'PixDevolucaoInvalida'
  | 'WebhookNaoEncontrado'
  | 'WebhookOperacaoInvalida'
  | 'CodigoInvalido'
  | 'CodigoDesconhecido'
  | 'CobNaoPagavel'
  | 'PagamentoNaoDevolvivel'
  | 'CorpoGrandeDemais'
  | 'FormatoNaoAceito'
  | 'OrigemRecusada';

/** One broken rule of a request and where it was broken. */
export type Violation = { readonly razao: string; readonly propriedade: string };

export class BankError extends Error {
  override readonly name = 'BankError';
  readonly code: BankErrorCode;
  readonly violations: readonly Violation[];

  /** `message` is shown to the caller. */
  constructor(code: BankErrorCode, message: string, violations: readonly Violation[] = []) {
    super(message);
    this.code = code;
    this.violations = violations;
  }
}
