import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Language } from '../preferences/preferences.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { Words } from './pt.ts';

type Spoken = { readonly language: Language; readonly words: Words; readonly formats: Formats };

const Context = createContext<Spoken | null>(null);

type Props = {
  readonly language: Language;
  readonly words: Words;
  readonly children: ReactNode;
};

export function WordsProvider({ language, words, children }: Props) {
  const spoken = useMemo(
    () => ({ language, words, formats: formatsOf(language) }),
    [language, words],
  );
  return <Context value={spoken}>{children}</Context>;
}

/** The texts of the person's language: `const words = useWords()`, then `words.deposits.title`. */
export function useWords(): Words {
  return useSpoken().words;
}

/** Amounts, times and numbers as the person's language writes them. */
export function useFormats(): Formats {
  return useSpoken().formats;
}

export function useLanguage(): Language {
  return useSpoken().language;
}

function useSpoken(): Spoken {
  const spoken = useContext(Context);
  if (!spoken) throw new Error('used outside WordsProvider');
  return spoken;
}
