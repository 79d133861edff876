export type Timings = {
  readonly dns: number | null;
  readonly tcp: number | null;
  readonly tls: number | null;
  /** Since the beginning, as `total` is; the others are the time that their step took. */
  readonly firstByte: number | null;
  readonly total: number | null;
};
type StepName = 'dns' | 'connect' | 'tls' | 'wait' | 'download';
export type Step = { readonly name: StepName; readonly startMs: number; readonly ms: number };

/** The steps that were reached, one after the other; the last one of a failed attempt ends with it. */
export function waterfallSteps({ dns, tcp, tls, firstByte, total }: Timings): Step[] {
  const steps: Step[] = [];
  let at = 0;
  const add = (name: StepName, ms: number | null) => {
    if (ms === null) return;
    steps.push({ name, startMs: at, ms: Math.max(0, ms) });
    at += Math.max(0, ms);
  };
  add('dns', dns);
  add('connect', tcp);
  add('tls', tls);
  add('wait', firstByte === null ? null : firstByte - at);
  add('download', firstByte === null || total === null ? null : total - at);
  return steps;
}
