import { isDatabaseUnavailable } from '../../db/is-unavailable.ts';
import { withClient } from '../../db/with-client.ts';

const WRITABLE = `
  select current_user as role,
         row_security_active('log_record') as "isRestricted",
         array(select name from log_right join pg_roles on rolname = log_right.role
                where kind = 'topic' and pg_has_role(oid, 'member')) as topics`;

type Row = {
  readonly role: string;
  readonly isRestricted: boolean;
  readonly topics: readonly string[];
};

/** What is wrong with the rights of this role, for a service that writes these topics only. Null when it cannot be asked. */
export async function foreignPostgresTopics(
  url: string,
  own: readonly string[],
): Promise<readonly string[] | null> {
  try {
    const [row] = await withClient(
      { url },
      async (client) => (await client.query<Row>(WRITABLE)).rows,
    );
    return row ? problemsOf(row, own) : null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}

function problemsOf({ role, isRestricted, topics }: Row, own: readonly string[]): string[] {
  if (!isRestricted) {
    return [
      `The role ${role} of DATABASE_URL_EVENTS owns the event log or bypasses its rules, so it may write every topic: ` +
        'connect as the application role of the service, entrada_<service>_app.',
    ];
  }
  return topics
    .filter((topic) => !own.includes(topic))
    .map(
      (topic) =>
        `The role ${role} of DATABASE_URL_EVENTS may write ${topic}, which another service writes: ` +
        'connect as the application role of this service, entrada_<service>_app.',
    );
}
