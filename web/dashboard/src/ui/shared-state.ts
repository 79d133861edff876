import { useSyncExternalStore } from 'react';

/** A value that any code may change and that parts of the page follow: `shared.use()` in a component. */
export function openSharedState<T>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): T => useSyncExternalStore(listen, get),
  };
}
