import { LANGUAGES, themesIn } from '../preferences/choices.ts';
import { setPreferences, usePreferences } from '../preferences/preferences.ts';
import { useChooseLanguage } from '../preferences/use-account-language.ts';
import { MenuChoice, MenuLine } from '../ui/menu.tsx';
import { useLanguage, useWords } from '../words/use-words.tsx';

/** Language and theme, inside a menu. */
export function PreferenceChoices() {
  const words = useWords();
  const { theme } = usePreferences();
  const language = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <>
      <MenuChoice
        label={words.shell.language}
        options={LANGUAGES}
        value={language}
        onChange={chooseLanguage}
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
