import { loadavg } from 'node:os';
import type { BenchRun } from './run-parts.ts';

/** Measures one side once: each figure under its unit. */
type Round<Unit extends string> = () => Promise<Readonly<Record<Unit, number>>>;

/**
 * Rounds of all sides in turn, and each side in its turn goes first, so that other load of the machine, and what one
 * side leaves to be written to disk, falls on all of them. Rounds that warm up do not count.
 */
export async function inTurns<Side extends string, Unit extends string>(
  { say, signal }: BenchRun,
  title: string,
  { rounds, warmUps = 0 }: { readonly rounds: number; readonly warmUps?: number },
  sides: Readonly<Record<Side, Round<Unit>>>,
): Promise<Record<Unit, Record<Side, number[]>>> {
  const results = {} as Record<Unit, Record<Side, number[]>>;
  for (let turn = 1 - warmUps; turn <= rounds; turn += 1) {
    const order = Object.entries<Round<Unit>>(sides);
    order.push(...order.splice(0, (turn + warmUps) % order.length));
    const shown: string[] = [];
    for (const [side, round] of order) {
      signal.throwIfAborted();
      const figures = Object.entries<number>(await round());
      shown.push(`${side} ${figures.map(([unit, value]) => shownAs(value, unit)).join(', ')}`);
      if (turn < 1) continue;
      for (const [unit, value] of figures) {
        results[unit as Unit] ??= {} as Record<Side, number[]>;
        const bySide = results[unit as Unit];
        bySide[side as Side] = [...(bySide[side as Side] ?? []), value];
      }
    }
    say(`${title} ${turn}/${rounds}: ${shown.join('; ')} (load ${loadavg()[0]?.toFixed(1)})`);
  }
  return results;
}

function shownAs(value: number, unit: string): string {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
