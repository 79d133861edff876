import type { Finding } from './checks.ts';

/** One line a check, in columns. */
export function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, grade, found }) => `${grade.padEnd(4)}  ${check.padEnd(width)}  ${found}`)
    .join('\n');
}

export function summary(findings: readonly Finding[]): string {
  const count = (grade: Finding['grade']) => findings.filter((f) => f.grade === grade).length;
  const verdict = isFailing(findings) ? 'This receiver is not ready.' : 'This receiver is ready.';
  return `${count('pass')} passed, ${count('warn')} warnings, ${count('FAIL')} failed. ${verdict}`;
}

export function isFailing(findings: readonly Finding[]): boolean {
  return findings.some(({ grade }) => grade === 'FAIL');
}
