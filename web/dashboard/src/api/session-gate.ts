import { EntradaError } from '@entrada/client/entrada-error';
import { useSyncExternalStore } from 'react';

/** What a person must do before a request can go on: log in again, or prove who they are. */
export type Need = 'log-in' | 'proof';
type Question = { readonly need: Need; readonly answer: (isDone: boolean) => void };

const listeners = new Set<() => void>();
let open: { readonly question: Question; readonly promise: Promise<boolean> } | null = null;

export function needOf(error: unknown): Need | null {
  if (!(error instanceof EntradaError)) return null;
  if (error.status === 401 && error.code === 'session_required') return 'log-in';
  return error.status === 403 && error.code === 'proof_required' ? 'proof' : null;
}

/** Opens the dialog; requests that fail meanwhile wait for the same result. */
export async function askPerson(need: Need): Promise<boolean> {
  if (open?.question.need === need) return open.promise;
  if (open) await open.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isDone: boolean) => {
    open = null;
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
