import type { Pool } from 'pg';
import type { Balance } from '../ports.ts';

const FIND = {
  name: 'find-balance',
  text: 'select account, balance_cents from balance where holder_id = $1',
};

type Row = { account: 'available' | 'suspense'; balance_cents: number };

export async function findBalance(db: Pool, holderId: string): Promise<Balance> {
  const { rows } = await db.query<Row>({ ...FIND, values: [holderId] });
  const cents = (account: Row['account']) =>
    rows.find((row) => row.account === account)?.balance_cents ?? 0;
  return { availableCents: cents('available'), suspenseCents: cents('suspense') };
}
