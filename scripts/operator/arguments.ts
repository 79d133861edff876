import { type ParseArgsConfig, parseArgs } from 'node:util';
import { leave } from './leave.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Config<T extends Options> = { readonly options: T; readonly allowPositionals: true };
type Expected<T extends Options> = { readonly options?: T; readonly positionalsMax?: number };

const WHOLE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A time with its zone, such as 2026-11-15T00:00:00Z; a year alone would be a time to Date, too. */
export function timeIn(text: string): Date | null {
  const time = new Date(WHOLE_TIME.test(text) ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** What was typed after the command's name. `--help`, and what makes no sense, shows its usage. */
export function readArguments<const T extends Options>(
  usage: string,
  { options = {} as T, positionalsMax = 0 }: Expected<T>,
): ReturnType<typeof parseArgs<Config<T>>> {
  const typed = process.argv.slice(2);
  if (typed.includes('--help') || typed.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const parsed = parseArgs<Config<T>>({ options, allowPositionals: true });
    const surplus = parsed.positionals[positionalsMax];
    return surplus === undefined ? parsed : leave(`Unexpected argument '${surplus}'.\n${usage}`);
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    return leave(`${sentence?.replace(/\.?$/, '.')}\n${usage}`);
  }
}
