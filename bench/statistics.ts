/** The value that a share of all values does not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** Of an even count, halfway between the two in the middle. */
export function median(values: readonly number[]): number {
  const upper = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return values.length % 2 === 1 ? upper : (percentile(values, 0.5) + upper) / 2;
}
