/** Whose deposits are measured. */
export const ACCOUNT = {
  email: 'bench@entrada.example',
  password: 'good enough for a bench',
  name: 'Bench',
};
