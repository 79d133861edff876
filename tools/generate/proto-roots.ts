import { basename, dirname } from 'node:path';

/**
 * The proto file of each context, such as charges/v1/charges.proto: services load these alone, and
 * each imports the others of its folder. The generator names a file after the root only, so two roots
 * of one name would overwrite each other.
 */
export function protoRoots(files: readonly string[]): string[] {
  const roots = files.filter((file) => nameOf(file) === dirname(dirname(file))).sort();
  for (const [at, root] of roots.entries()) {
    const same = roots.slice(at + 1).find((other) => nameOf(other) === nameOf(root));
    if (same) throw new Error(`${root} and ${same} would both generate ${nameOf(root)}.ts`);
  }
  return roots;
}

function nameOf(file: string): string {
  return basename(file, '.proto');
}
