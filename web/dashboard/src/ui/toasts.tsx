import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import styles from './toasts.module.css';

const SHOWN_MS = 5_000;
const SHOWN_MAX = 3;

type Toast = { readonly id: number; readonly text: string };

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let last = 0;

/** Says that something worked, for a few seconds and to screen readers: `notify(words.keys.revoked)`. */
export function notify(text: string): void {
  last += 1;
  const toast = { id: last, text };
  show([...shown, toast].slice(-SHOWN_MAX));
  setTimeout(() => show(shown.filter((other) => other !== toast)), SHOWN_MS);
}

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const toasts = useSyncExternalStore(listen, () => shown);
  return (
    <div className={styles.toasts} role="status">
      {toasts.map(({ id, text }) => (
        <p key={id} className={styles.toast}>
          <Icon name="check" />
          {text}
        </p>
      ))}
    </div>
  );
}
