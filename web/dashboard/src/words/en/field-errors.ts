import type { fieldErrors as pt } from '../pt/field-errors.ts';

export const fieldErrors = {
  confusing_characters: 'Must not contain invisible characters or letters of several alphabets.',
  control_characters: 'Must not contain control characters.',
  in_the_past: 'Must be in the future.',
  invalid: 'Is invalid.',
  malformed: 'The format is not right.',
  not_a_choice: 'Is not one of the choices.',
  out_of_range: 'Is out of range.',
  required: 'Fill in this field.',
  too_weak: 'Is easy to guess. Use several unrelated words or random characters.',
  unknown_field: 'The server does not know this field.',
  wrong_length: 'Is empty, too short or too long.',
  wrong_type: 'Is not the kind of value expected.',
} satisfies typeof pt;
