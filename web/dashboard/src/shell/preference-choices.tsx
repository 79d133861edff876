import { LANGUAGES, themesIn } from '../preferences/choices.ts';
import { setPreferences, usePreferences } from '../preferences/preferences.ts';
import { MenuChoice, MenuLine } from '../ui/menu.tsx';
import { useLanguage, useWords } from '../words/use-words.tsx';

/** Language and theme, inside a menu. */
export function PreferenceChoices() {
  const words = useWords();
  const { theme } = usePreferences();
  const language = useLanguage();
  return (
    <>
      <MenuChoice
        label={words.shell.language}
        options={LANGUAGES}
        value={language}
        onChange={(chosen) => setPreferences({ language: chosen })}
      />
      <MenuLine />
      <MenuChoice
        label={words.shell.theme}
        options={themesIn(words)}
        value={theme}
        onChange={(chosen) => setPreferences({ theme: chosen })}
      />
    </>
  );
}
