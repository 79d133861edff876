import { openSharedState } from '../ui/shared-state.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Language = 'pt-BR' | 'en';
export type Preferences = { readonly theme: Theme; readonly language: Language | null };

const STORED_AS = 'entrada.preferences';
const DEFAULTS: Preferences = { theme: 'system', language: null };
const THEMES: readonly unknown[] = ['system', 'light', 'dark'];
const LANGUAGES: readonly unknown[] = ['pt-BR', 'en'];

const current = openSharedState(read());

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === STORED_AS) current.set(read());
});

/** What this browser remembers of how the person wants the pages; nothing in it is secret. */
export const usePreferences: () => Preferences = current.use;

export function setPreferences(change: Partial<Preferences>): void {
  const changed = { ...current.get(), ...change };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(changed));
  } catch {
    // Without storage the choice holds until the tab is closed.
  }
  current.set(changed);
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
