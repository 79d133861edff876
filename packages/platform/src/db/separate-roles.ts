import type { Pool } from 'pg';

const ROLE = `
  select current_user as role,
         exists (select from pg_class
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                    and pg_has_role(relowner, 'member')) as "ownsTables",
         exists (select from pg_roles
                  where rolname = current_user and (rolsuper or rolbypassrls)) as "bypassesRules"`;

type Role = {
  readonly role: string;
  readonly ownsTables: boolean;
  readonly bypassesRules: boolean;
};

/**
 * Throws when the service connects as the role that migrates, or one as mighty: row-level security, refused updates and
 * grants would not hold for it, and nothing else would say so.
 */
export async function requireSeparateRole(pool: Pool): Promise<void> {
  const [found] = (await pool.query<Role>(ROLE)).rows;
  if (!found?.ownsTables && !found?.bypassesRules) return;
  const why = found.bypassesRules
    ? 'is a superuser or bypasses row-level security'
    : 'owns the tables, as the role that migrates does';
  throw new Error(
    `The service connects to its database as ${found.role}, which ${why}: in live mode it must not. ` +
      'Create the login entrada_<service>_app (or a member of it), run the migration as the owner, which grants it its rights, ' +
      'and put it into the DATABASE_URL_... of the service. Keep the URL of the owner for the migration alone.',
  );
}
