import type { Words } from '../words/pt.ts';
import type { Language, Theme } from './preferences.ts';

type Choice<V> = { readonly value: V; readonly label: string };

/** Each in its own language, for those who do not read the other. */
export const LANGUAGES: readonly Choice<Language>[] = [
  { value: 'pt-BR', label: 'Português' },
  { value: 'en', label: 'English' },
];

export function themesIn({ shell }: Words): readonly Choice<Theme>[] {
  return [
    { value: 'system', label: shell.systemTheme },
    { value: 'light', label: shell.lightTheme },
    { value: 'dark', label: shell.darkTheme },
  ];
}
