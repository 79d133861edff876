import type { Account, Language } from '../domain/account.ts';

/** Of a statement that reads from `account`. */
export const ACCOUNT_COLUMNS = `
         account.id as account_id, email, name, display_name, account.created_at as account_created_at,
         email_confirmed_at, language, frozen_at,
         exists (select from two_factor
                  where two_factor.account_id = account.id
                    and confirmed_at is not null) as two_factor,
         (select count(*) from recovery_code
           where recovery_code.account_id = account.id) as recovery_codes_left`;

export type AccountRow = {
  account_id: string;
  email: string;
  name: string;
  display_name: string | null;
  account_created_at: Date;
  email_confirmed_at: Date | null;
  language: Language | null;
  two_factor: boolean;
  recovery_codes_left: number;
  frozen_at: Date | null;
};

export function accountFrom(row: AccountRow): Account {
  return {
    id: row.account_id,
    email: row.email,
    name: row.name,
    displayName: row.display_name,
    createdAt: row.account_created_at,
    emailConfirmedAt: row.email_confirmed_at,
    language: row.language,
    twoFactor: row.two_factor,
    recoveryCodesLeft: row.recovery_codes_left,
    frozenAt: row.frozen_at,
  };
}
