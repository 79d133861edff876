// Original file: proto/auth/v1/account.proto

import type { AccountInput as _auth_v1_AccountInput, Account as _auth_v1_Account } from '../../auth/v1/Account.ts';
import type { SessionInput as _auth_v1_SessionInput, Session as _auth_v1_Session } from '../../auth/v1/Session.ts';

export interface CreateAccountResponseInput {
  'account'?: (_auth_v1_AccountInput | null);
  'sessionToken'?: (string);
  'session'?: (_auth_v1_SessionInput | null);
}

export interface CreateAccountResponse {
  'account': (_auth_v1_Account | null);
  'sessionToken': (string);
  'session': (_auth_v1_Session | null);
}
