/** What is wrong with one field of a request, as a code for programs. More may be added: clients treat an unknown one as `invalid`. */
export const FIELD_CODES = [
  'required',
  'wrong_type',
  'unknown_field',
  'not_a_choice',
  'wrong_length',
  'out_of_range',
  'malformed',
  'control_characters',
  'confusing_characters',
  'too_weak',
  'in_the_past',
  'invalid',
] as const;

export type FieldCode = (typeof FIELD_CODES)[number];
