import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

export function openShortcuts(): void {
  show(true);
}

export function closeShortcuts(): void {
  show(false);
}

export function useShortcutsOpen(): boolean {
  return useSyncExternalStore(listen, () => isOpen);
}

function show(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
