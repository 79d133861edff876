import type { Command } from 'commander';
import { wordsByPath } from './words-by-path.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can follow each command, written out: a key press starts no program. */
export function completionScript(program: Command, shell: Shell): string {
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
