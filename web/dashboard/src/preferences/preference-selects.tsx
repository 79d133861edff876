import { Icon, type IconName } from '../ui/icon.tsx';
import { useLanguage, useWords } from '../words/use-words.tsx';
import { LANGUAGES, themesIn } from './choices.ts';
import styles from './preference-selects.module.css';
import { setPreferences, usePreferences } from './preferences.ts';

/** For pages before a log-in. The browser's own select: the first page must load fast. */
export function LanguageSelect() {
  const words = useWords();
  const language = useLanguage();
  return (
    <PlainSelect
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
    <PlainSelect
      label={words.shell.theme}
      icon="theme"
      options={themesIn(words)}
      value={theme}
      onChange={(chosen) => setPreferences({ theme: chosen })}
    />
  );
}

type Props<V extends string> = {
  readonly label: string;
  readonly icon: IconName;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
};

function PlainSelect<V extends string>({ label, icon, options, value, onChange }: Props<V>) {
  return (
    <span className={styles.select}>
      <Icon name={icon} size={16} />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} />
    </span>
  );
}
