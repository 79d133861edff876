import { Icon } from './icon.tsx';
import { openSharedState } from './shared-state.ts';
import styles from './toasts.module.css';

const SHOWN_MS = 5_000;
const SHOWN_MAX = 3;

type Toast = { readonly id: number; readonly text: string };

const shown = openSharedState<readonly Toast[]>([]);
let last = 0;

/** Says that something worked, for a few seconds and to screen readers: `notify(words.keys.revoked)`. */
export function notify(text: string): void {
  last += 1;
  const toast = { id: last, text };
  shown.set([...shown.get(), toast].slice(-SHOWN_MAX));
  setTimeout(() => shown.set(shown.get().filter((other) => other !== toast)), SHOWN_MS);
}

export function Toasts() {
  const toasts = shown.use();
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
