import { EntradaError } from '@entrada/client/entrada-error';
import { useSyncExternalStore } from 'react';

/** What a person must do before a request can go on: log in again, or prove who they are. */
export type Need = 'log-in' | 'proof';
type Question = { readonly need: Need; readonly answer: (isDone: boolean) => void };

const listeners = new Set<() => void>();
/** Whether the person closed the last dialog and has not clicked since. */
let isDeclined = false;
let open: { readonly question: Question; readonly promise: Promise<boolean> } | null = null;

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
  if (open?.question.need === need) return open.promise;
  if (open) await open.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isDone: boolean) => {
    open = null;
    isDeclined = !isDone;
    changed();
    resolve(isDone);
  };
  open = { question: { need, answer }, promise };
  changed();
  return promise;
}

/** The question that waits for the person, for the dialogs. */
export function useQuestion(): Question | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentQuestion);
}

export function currentQuestion(): Question | null {
  return open?.question ?? null;
}

function changed(): void {
  for (const listener of listeners) listener();
}
