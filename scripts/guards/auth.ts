import type { Guard } from './guard.ts';

const AUTH = 'services/auth';
const OPERATOR = 'packages/operator';
const test = (name: string) => `${AUTH}/test/${name}.test.ts`;

/** What an operator revokes is refused, and no account is taken over. */
export const AUTH_GUARDS: readonly Guard[] = [
  {
    name: 'keys that an operator revokes are refused by every gateway',
    file: `${AUTH}/src/use-cases/revoke-keys.ts`,
    text: 'await publishRevocation({ keyIds: keys.map(({ id }) => id) });',
    replacement: 'void publishRevocation;',
    test: test('operations'),
    title: 'gateways are notified',
  },
  {
    name: 'a restored account never replaces one that exists',
    file: `${AUTH}/src/store/account-store.ts`,
    text: 'on conflict do nothing`;',
    replacement: 'on conflict (id) do update set password_hash = excluded.password_hash`;',
    test: test('operations'),
    title: 'an account that exists is not created again',
  },
  {
    name: 'keys that a restored auth forgot are revoked again',
    file: `${OPERATOR}/src/commands/repeat-lost.ts`,
    text: 'const revoked = await revokeAgain(auth, lost, decision);',
    replacement: 'const revoked = 0;\n  void revokeAgain;',
    test: `${OPERATOR}/test/repeat-lost.test.ts`,
    title: 'are revoked again',
  },
  {
    name: 'lines that the copy of the audit log lacks are reported',
    file: `${OPERATOR}/src/access/lost-audit-lines.ts`,
    text: 'lost.filter(({ prevHash }) => !known.has(prevHash))',
    replacement: "lost.filter(({ prevHash }) => prevHash === '')",
    test: `${OPERATOR}/test/repeat-lost.test.ts`,
    title: 'a copy that lacks lines',
  },
  {
    name: 'an approval needs the signatures of two people',
    file: 'packages/platform/src/approvals/signature.ts',
    text: 'if (!isProven) throw approvalForged();',
    replacement: 'void isProven;',
    test: `${OPERATOR}/test/forged-approvals.test.ts`,
    title: "who writes to auth's database",
  },
];
