import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const RULES_FOLDER = join(import.meta.dirname, '../helm/entrada/rules');

export type Rule = {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};

export const RULE_FILES = readdirSync(RULES_FOLDER).map((name) => join(RULES_FOLDER, name));

export function rulesIn(file: string): Rule[] {
  const { groups } = parse(readFileSync(file, 'utf8'));
  return groups.flatMap((group: { rules: Rule[] }) => group.rules);
}

export function allRules(): Rule[] {
  return RULE_FILES.flatMap(rulesIn);
}
