import { type ReactNode, useEffect, useState } from 'react';
import type { Words } from '../words/pt.ts';
import { WordsProvider } from '../words/use-words.tsx';
import { type Language, usePreferences } from './preferences.ts';

type Spoken = { readonly language: Language; readonly words: Words };
type Props = { readonly children: ReactNode };

/** Puts theme and language on the page: what this browser remembers, else what it prefers. */
export function PreferencesProvider({ children }: Props) {
  const { theme, language: chosen } = usePreferences();
  const spoken = useLoadedWords(chosen ?? browserLanguage());
  useEffect(() => {
    const { documentElement: page } = document;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
  }, [theme]);
  return spoken && <WordsProvider {...spoken}>{children}</WordsProvider>;
}

/** While another language loads, the page stays in the one before. */
function useLoadedWords(language: Language): Spoken | null {
  const [spoken, setSpoken] = useState<Spoken | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isWanted = true;
    loadWords(language).then((words) => {
      if (!isWanted) return;
      document.documentElement.lang = language;
      setSpoken({ language, words });
    }, setFailure);
    return () => {
      isWanted = false;
    };
  }, [language]);
  if (failure && !spoken) throw failure;
  return spoken;
}

/** The first of the browser's languages that we have; Portuguese if there is none. */
function browserLanguage(): Language {
  const known = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return known?.toLowerCase().startsWith('en') ? 'en' : 'pt-BR';
}

/** Each language is a file of its own: a person loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  'pt-BR': async () => (await import('../words/pt.ts')).pt,
  en: async () => (await import('../words/en.ts')).en,
};

async function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}
