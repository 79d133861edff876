import type { Language } from '../preferences/preferences.ts';

type Path = '/api/deposit' | '/api/statement';
type Filters = Readonly<Record<string, string>>;

/** A download of everything that the filters select, as a spreadsheet of the language reads it. */
export function csvAddress(path: Path, filters: Filters, language: Language): string {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sep = language === 'pt-BR' ? ';' : ',';
  return `${path}?${new URLSearchParams({ ...filters, format: 'csv', tz, sep })}`;
}
