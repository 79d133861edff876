/** What npm audit wrote, as far as it is used here. */
type Report = {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
};
type Vulnerability = { readonly severity: string; readonly range: string };

const FAILS = new Set(['high', 'critical']);

/** Dependencies with a known vulnerability that is serious, one line each; null: this is no report. */
export function seriousIn(output: string): string[] | null {
  const report = reportIn(output);
  if (!report?.auditReportVersion) return null;
  return Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => FAILS.has(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}

function reportIn(output: string): Report | null {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
