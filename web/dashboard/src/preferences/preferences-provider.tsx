import { type ReactNode, useEffect } from 'react';
import { WordsProvider } from '../words/use-words.tsx';
import { type Language, usePreferences } from './preferences.ts';

/** Puts theme and language on the page: what this browser remembers, else what it prefers. */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const { theme, language: chosen } = usePreferences();
  const language = chosen ?? browserLanguage();
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = language;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
  }, [theme, language]);
  return <WordsProvider language={language}>{children}</WordsProvider>;
}

/** The first of the browser's languages that we have; Portuguese if there is none. */
function browserLanguage(): Language {
  const known = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return known?.toLowerCase().startsWith('en') ? 'en' : 'pt-BR';
}
