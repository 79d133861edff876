import type { Command } from 'commander';

export type PathWords = { readonly path: readonly string[]; readonly next: readonly string[] };

/** For each command and group, what can be typed after it: commands, choices of an argument, options. */
export function wordsByPath(command: Command, path: readonly string[] = []): PathWords[] {
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
