/** Whose deposits are measured. */
export const ACCOUNT = {
  email: 'bench@entrada.example',
  password: 'good enough for a bench',
  name: 'Bench',
};
/** Every deposit of the bench is of this value, so that the stub bank need not remember any. */
export const VALUE_CENTS = 5_000;
