import type { Command } from 'commander';

export type Leaf = { readonly path: readonly string[]; readonly command: Command };

/** Every command that does something, by how it is typed. */
export function leaves(command: Command, path: readonly string[] = []): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}
