import { type ParseArgsConfig, parseArgs } from 'node:util';
import { leave } from './ledger-access.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Config<T extends Options> = { readonly options: T; readonly allowPositionals: true };
type Expected<T extends Options> = { readonly options?: T; readonly positionalsMax?: number };

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
