import type { Devices } from '../ports.ts';
import type { Within } from './within.ts';

// The first statement sees the table as it was before.
const NOTE = `
  with noted as (
    insert into known_device (account_id, digest, seen_at)
    values ($1, $2, $3)
        on conflict (account_id, digest) do update set seen_at = $3)
  select exists (select from known_device where account_id = $1) as "hasAny",
         exists (select from known_device where account_id = $1 and digest = $2) as "isKnown"`;

export function deviceStore(within: Within): Devices {
  return {
    async note(accountId, digest, at) {
      type Row = { hasAny: boolean; isKnown: boolean };
      const { rows } = await within(accountId, (db) =>
        db.query<Row>(NOTE, [accountId, digest, at]),
      );
      const { hasAny, isKnown } = rows[0] ?? { hasAny: false, isKnown: true };
      return hasAny && !isKnown;
    },
  };
}
