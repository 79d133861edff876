import type { Language } from '../preferences/preferences.ts';
import type { Words } from './pt.ts';

/** Each language is a file of its own: a person loads one. */
const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  'pt-BR': async () => (await import('./pt.ts')).pt,
  en: async () => (await import('./en.ts')).en,
};

export async function loadWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}
