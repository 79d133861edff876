/** Por `details[].code` da API. */
export const fieldErrors = {
  confusing_characters: 'Não pode ter caracteres invisíveis nem letras de vários alfabetos.',
  control_characters: 'Não pode ter caracteres de controle.',
  in_the_past: 'Precisa estar no futuro.',
  invalid: 'Valor inválido.',
  malformed: 'O formato não está certo.',
  not_a_choice: 'Não é uma das opções.',
  out_of_range: 'Está fora dos limites.',
  required: 'Preencha este campo.',
  too_weak: 'É fácil de adivinhar. Use várias palavras sem relação ou caracteres aleatórios.',
  unknown_field: 'O servidor não conhece este campo.',
  wrong_length: 'Está vazio, curto ou longo demais.',
  wrong_type: 'Não é o tipo de valor esperado.',
};
