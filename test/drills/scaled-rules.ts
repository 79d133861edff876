import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RULE_FILES, type Rule, rulesIn } from '../../deploy/monitoring/rules.ts';

const FOR = '2s';
const SHORTER = 10;
const BOUND_MAX_S = 15;
/** A bound on something in seconds, at the end of a line. */
const BOUND = /( > )(\d+)$/gm;
/** How old the success of a job may be, which a metric says: jobs that run once a minute must not become too old. */
const JOB_AGE = /(max by \(service, exported_job\) \(job_success_max_age_seconds\{[^}]*\}\))/;
const JOB_AGE_SHORTER = 4;
const IN_SECONDS = /_seconds\{|time\(\)/;

/**
 * The rule files as they are, but for time: what must last is shorter, and so is how old something may be. Windows of rates
 * stay, for they do not delay an alert.
 */
export function writeScaledRules(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return RULE_FILES.map((file) => {
    const rules = rulesIn(file).map(scaled);
    const scaledFile = join(folder, `${basename(file, '.yaml')}.json`);
    writeFileSync(scaledFile, JSON.stringify({ groups: [{ name: basename(file), rules }] }));
    return scaledFile;
  });
}

function scaled(rule: Rule): Rule {
  const expr = IN_SECONDS.test(rule.expr)
    ? rule.expr
        .replace(BOUND, (_, operator, bound) => `${operator}${shorter(Number(bound))}`)
        .replace(JOB_AGE, `$1 / ${JOB_AGE_SHORTER}`)
    : rule.expr;
  return { ...rule, expr, ...(rule.for ? { for: FOR } : {}) };
}

function shorter(seconds: number): number {
  return Math.min(seconds / SHORTER, BOUND_MAX_S);
}
