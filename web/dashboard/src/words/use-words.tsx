import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Language } from '../preferences/preferences.ts';
import { en } from './en.ts';
import { type Formats, formatsOf } from './formats.ts';
import { pt, type Words } from './pt.ts';

const WORDS: Readonly<Record<Language, Words>> = { 'pt-BR': pt, en };

type Spoken = { readonly language: Language; readonly words: Words; readonly formats: Formats };

const Context = createContext<Spoken>({
  language: 'pt-BR',
  words: pt,
  formats: formatsOf('pt-BR'),
});

type Props = { readonly language: Language; readonly children: ReactNode };

export function WordsProvider({ language, children }: Props) {
  const spoken = useMemo(
    () => ({ language, words: WORDS[language], formats: formatsOf(language) }),
    [language],
  );
  return <Context value={spoken}>{children}</Context>;
}

/** The texts of the person's language: `const words = useWords()`, then `words.deposits.title`. */
export function useWords(): Words {
  return useContext(Context).words;
}

/** Amounts, times and numbers as the person's language writes them. */
export function useFormats(): Formats {
  return useContext(Context).formats;
}

export function useLanguage(): Language {
  return useContext(Context).language;
}
