import { spawnSync } from 'node:child_process';
import { run } from './run-entrada.ts';

/** What bash offers after the words, as if Tab was pressed. */
async function completed(...words: string[]): Promise<string[]> {
  const { stdout: script } = await run({}, ['completion', 'bash']);
  const typed = ['entrada', ...words].map((word) => `'${word}'`).join(' ');
  const press = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _entrada; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${press}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test.each([
  [['l'], ['login', 'logout', 'listen']],
  [
    ['deposits', 'c'],
    ['create', 'cancel'],
  ],
  [['deposits', 'refund', '--id'], ['--idempotency-key']],
  [['deposits', 'show', 'an-id', '--w'], ['--watch']],
  [['trigger', 'r'], ['returned']],
  [['balance', '--j'], ['--json']],
])('after %j bash offers %j', async (words, offered) => {
  expect(await completed(...words)).toEqual(offered);
});

test.each([
  ['zsh', /^autoload -U \+X bashcompinit && bashcompinit\n_entrada\(\) \{/],
  [
    'fish',
    /^complete -c entrada -f -n '__fish_seen_subcommand_from deposits; and __fish_seen_subcommand_from show' -a '--watch /m,
  ],
])('there is a script for %s', async (shell, script) => {
  const { stdout, code } = await run({}, ['completion', shell]);
  expect(stdout).toMatch(script);
  expect(code).toBe(0);
});
