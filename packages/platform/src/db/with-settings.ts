/** The URL of a database with further settings for each session, after those that it already has. */
export function withSettings(databaseUrl: string, settings: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.set('options', `${given} ${settings}`.trim());
  return url.href;
}
