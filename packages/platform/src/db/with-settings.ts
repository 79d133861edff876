/** The address of a database, with settings for each of its sessions behind those it may have. */
export function withSettings(databaseUrl: string, settings: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} ${settings}`.trim());
  return url.href;
}
