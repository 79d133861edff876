import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'pt-BR' | 'en';
export type Preferences = { readonly theme: Theme; readonly language: Language | null };

const STORED_AS = 'entrada.preferences';
const DEFAULTS: Preferences = { theme: 'system', language: null };
const THEMES: readonly unknown[] = ['system', 'light', 'dark'];
const LANGUAGES: readonly unknown[] = ['pt-BR', 'en'];

const listeners = new Set<() => void>();
let current = read();

/** What this browser remembers of how the person wants the pages; nothing in it is secret. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(listen, () => current);
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(current));
  } catch {
    // Without storage the choice holds until the tab is closed.
  }
  for (const changed of listeners) changed();
}

function listen(changed: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== STORED_AS) return;
    current = read();
    changed();
  };
  listeners.add(changed);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', fromOtherTab);
  };
}

function read(): Preferences {
  try {
    return parse(JSON.parse(localStorage.getItem(STORED_AS) ?? '{}'));
  } catch {
    return DEFAULTS;
  }
}

function parse(stored: { readonly theme?: unknown; readonly language?: unknown }): Preferences {
  return {
    theme: THEMES.includes(stored.theme) ? (stored.theme as Theme) : DEFAULTS.theme,
    language: LANGUAGES.includes(stored.language) ? (stored.language as Language) : null,
  };
}
