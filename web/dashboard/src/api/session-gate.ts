import { EntradaError } from '@entrada/client/entrada-error';
import { openSharedState } from '../ui/shared-state.ts';

/** What a person must do before a request can go on: log in again, or prove who they are. */
export type Need = 'log-in' | 'proof';
type Question = { readonly need: Need; readonly answer: (isDone: boolean) => void };
type OpenQuestion = Question & { readonly promise: Promise<boolean> };

/** Whether the person closed the last dialog and has not clicked since. */
let isDeclined = false;
const open = openSharedState<OpenQuestion | null>(null);

export function needOf(error: unknown): Need | null {
  if (!(error instanceof EntradaError)) return null;
  if (error.status === 401 && error.code === 'session_required') return 'log-in';
  return error.status === 403 && error.code === 'proof_required' ? 'proof' : null;
}

// What a person does next may ask again; what the page reads by itself would cover what they are typing.
globalThis.addEventListener?.(
  'click',
  () => {
    isDeclined = false;
  },
  true,
);

/** Opens the dialog; requests that fail meanwhile wait for the same result. A read does not reopen what was closed. */
export async function askPerson(need: Need, isRead: boolean): Promise<boolean> {
  if (isRead && isDeclined) return false;
  const before = open.get();
  if (before?.need === need) return before.promise;
  if (before) await before.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isDone: boolean) => {
    isDeclined = !isDone;
    open.set(null);
    resolve(isDone);
  };
  open.set({ need, answer, promise });
  return promise;
}

/** The question that waits for the person, for the dialogs. */
export const useQuestion: () => Question | null = open.use;

export const currentQuestion: () => Question | null = open.get;
