import { Argument, type Command } from 'commander';
import { type Act, examples, type Outcome } from '../command.ts';

const ABOUT = `Prints a script that completes commands and options in your shell. bash: source <(entrada completion bash) in
~/.bashrc. zsh: the same with zsh in ~/.zshrc, after compinit. fish: entrada completion fish | source in config.fish.`;

export function completion(program: Command, act: Act): void {
  program
    .command('completion')
    .summary('print a completion script for bash, zsh or fish')
    .description(ABOUT)
    .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
    .addHelpText('after', examples('completion bash', 'completion fish'))
    .action(act(async (_context, shell: Shell) => outcome(completionScript(program, shell))));
}

function outcome(script: string): Outcome {
  return { text: script.trimEnd(), json: { script } };
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** What can follow each command, written out: a key press starts no program. */
function completionScript(program: Command, shell: Shell): string {
  const words = wordsByPath(program);
  switch (shell) {
    case 'bash':
      return bash(words);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case 'fish':
      return fish(words);
  }
}

type Words = ReturnType<typeof wordsByPath>;

/** Arguments come after the commands, so the longest path that fits is the command. */
function bash(words: Words): string {
  const cases = words
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, next }) => `    ${bashPattern(path)}) words='${next.join(' ')}' ;;`);
  return `_entrada() {
  local path="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="$path $word" ;; esac
  done
  case "$path " in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _entrada entrada
`;
}

function bashPattern(path: readonly string[]): string {
  return path.length === 0 ? '*' : `" ${path.join(' ')} "*`;
}

function fish(words: Words): string {
  const lines = words.map(({ path, next }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const firsts = words.filter(({ path: other }) => other.length === 1).flatMap((one) => one.path);
    const test =
      seen.length > 0 ? seen.join('; and ') : `not __fish_seen_subcommand_from ${firsts.join(' ')}`;
    return `complete -c entrada -f -n '${test}' -a '${next.join(' ')}'`;
  });
  return `${lines.join('\n')}\n`;
}

type PathWords = { readonly path: readonly string[]; readonly next: readonly string[] };

/** For each command and group, what can be typed after it: commands, choices of an argument, options. */
function wordsByPath(command: Command, path: readonly string[] = []): PathWords[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const names = children.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own = { path, next: [...names, ...choices, ...optionsOf(command)] };
  return [own, ...children.flatMap((child) => wordsByPath(child, [...path, child.name()]))];
}

function optionsOf(command: Command): string[] {
  const of = (one: Command) => one.options.flatMap(({ long }) => long ?? []);
  const all: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) all.push(...of(at));
  return [...all, '--help'];
}
