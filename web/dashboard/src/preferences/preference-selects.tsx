import { Select } from '../ui/select.tsx';
import { useLanguage, useWords } from '../words/use-words.tsx';
import { LANGUAGES, themesIn } from './choices.ts';
import { setPreferences, usePreferences } from './preferences.ts';

export function LanguageSelect() {
  const words = useWords();
  const language = useLanguage();
  return (
    <Select
      label={words.shell.language}
      icon="language"
      options={LANGUAGES}
      value={language}
      onChange={(chosen) => setPreferences({ language: chosen })}
    />
  );
}

export function ThemeSelect() {
  const words = useWords();
  const { theme } = usePreferences();
  return (
    <Select
      label={words.shell.theme}
      icon="theme"
      options={themesIn(words)}
      value={theme}
      onChange={(chosen) => setPreferences({ theme: chosen })}
    />
  );
}
