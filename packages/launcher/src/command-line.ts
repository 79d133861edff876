import { Command, type OptionValues } from 'commander';

const EXIT_USAGE = 2;
/** One that does not end a paragraph: help is wrapped to the width of the terminal, not to that of our source. */
const LINE_BREAK = /(?<!\n)\n(?!\n)/g;

/**
 * What was typed after an npm script. `--help` says what it does and how; an argument that it does
 * not have ends it before it does anything.
 */
export function readCommandLine(
  script: string,
  about: string,
  add: (command: Command) => Command = (command) => command,
): OptionValues {
  const command = add(
    new Command(script).usage('[-- options]').description(about.replaceAll(LINE_BREAK, ' ')),
  )
    .showHelpAfterError(`Run ${script} -- --help to see what it takes.`)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_USAGE));
  return command.parse(process.argv).opts();
}
