import { tmpdir } from 'node:os';
import { runCommand, UNAVAILABLE } from './run-operator.ts';

const ID = '018f2f6e-7b1c-4c54-9d55-000000000000';
const WHY = ['--reason', 'why'];

test.each([
  [[], /^Usage: operator/],
  [['nope'], /^Unknown command 'nope'/],
  [['audit', '--from', '2000'], /It must be a time such as/],
  [
    ['audit', '--from', `${new Date().getUTCFullYear() + 1}-01-01T00:00:00Z`],
    /^--from must be in the past/,
  ],
  [['parked', 'nope'], /^Unknown command 'parked nope': it is one of list, /],
  [['suspense', 'frob'], /^Unknown command 'suspense frob': it is one of list, credit/],
  [['parked', 'list', '--service', 'nope'], /Allowed choices are ledger, webhooks/],
  [
    ['parked', 'discard', 'b', '--service', 'ledger', ...WHY],
    /It must be a number, as operator parked list/,
  ],
  [
    ['parked', 'discard', '1', '--service', 'ledger', '--reason', 'junk\u001b[2J'],
    /It must have 1 to 500 characters, none of them invisible/,
  ],
  [['rate-limit', ID, '0', ...WHY], /It must be a number between 1 and 9999999, or default/],
  [['restored', '--to', '2000', ...WHY], /It must be a time such as/],
  [['restored', '--to', '2999-01-01T00:00:00Z', ...WHY], /^--to 2999.* is in the future/],
  [
    ['republish', '--from', '2020-01-01T00:00:00Z', '--to', '2999-01-01T00:00:00Z', ...WHY],
    /^--to 2999.* is in the future/,
  ],
  [
    ['suspense', 'repeat', '--from', '2999-01-01T00:00:00Z', ...WHY],
    /^--from 2999.* in the future/,
  ],
  [['keys', 'revoke', '--before', '2999-01-01T00:00:00Z', ...WHY], /^--before .* in the future/],
  [['sessions', 'end', '--before', '2999-01-01T00:00:00Z', ...WHY], /^--before .* in the future/],
  [['terms', 'set', ID, '--fee-bps', '1.5', ...WHY], /It must be an integer, or default/],
  [['terms', 'set', ID, '--fee-mode', 'X', ...WHY], /DEDUCT, ON_TOP, default/],
  [['terms', 'set', ID, '--from', 'tomorrow', '--fee-bps', '5', ...WHY], /It must be a time/],
  [['terms', 'set', ID, ...WHY], /Name at least one/],
  [['keys', 'revoke', ...WHY], /^Name one of: a key id, --account or --before/],
  [['keys', 'revoke', ID, '--account', ID, ...WHY], /^Name one of: a key id/],
  [['keys', 'revoke', '--before', '2000', ...WHY], /It must be a time such as/],
  [['recover', '--skip', ...Array(31).fill(ID), ...WHY], /^--skip takes at most 30 at once/],
  [['sessions', 'end', ...WHY], /^Name one of --account and --before/],
  [
    ['audit-log', 'repeat', '/nowhere/auth.log', ...WHY],
    /^The log of auth cannot be read: ENOENT.*Name another file/,
  ],
  [['audit-log', 'verify', '--expect', 'x'], /It must be <line>:<hash>/],
  [['audit-log', 'verify', '--end-file', tmpdir()], /^The stored end cannot be read: EISDIR/],
  [
    ['receipt', 'verify', '/nowhere/receipt.json'],
    /^The receipt cannot be read: ENOENT.*Name a file/,
  ],
])('%j is refused by what is wrong with it', async (args, sentence) => {
  const { stdout, stderr, code } = await runCommand(UNAVAILABLE, ...args);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(sentence);
});
