import { execFileSync } from 'node:child_process';
import { runOperator } from '@entrada/operator/program';
import { JOBS } from '../../deploy/monitoring/labels.ts';
import { OPERATOR_LINES, SHELL_LINES } from '../../deploy/monitoring/runbooks.ts';
import { GRPC_SERVICES } from '../../packages/launcher/src/programs.ts';

const KUBECTL = /^kubectl (logs|get pods|describe pod|exec|rollout (status|restart)|port-forward) /;
const HELM = /^helm (rollback|upgrade)\b/;
const CURL = /^curl -s localhost:9090\/(livez|readyz|metrics)$/;
const DEPLOYMENTS = [...GRPC_SERVICES, 'operator', '<service>'];
const SOURCES = ['services', 'operator', 'packages'];

const pages = ({ page, text }: { page: string; text: string }) => `${page}: ${text}`;

test('a line for a shell uses commands and deployments that there are', () => {
  const unknown = SHELL_LINES.filter(({ text }) => {
    const deployments = [...text.matchAll(/(?:deploy\/<release>-|\/component=)([a-z<>]+)/g)].map(
      ([, name]) => name,
    );
    return (
      !(KUBECTL.test(text) || HELM.test(text) || CURL.test(text)) ||
      deployments.some((name) => !DEPLOYMENTS.includes(name ?? ''))
    );
  });
  expect(unknown.map(pages)).toEqual([]);
});

test('logs are those of every pod: of a Deployment kubectl would show one', () => {
  const ofOne = SHELL_LINES.filter(({ text }) => /^kubectl logs .*deploy/.test(text));
  expect(ofOne.map(pages)).toEqual([]);
});

test('what is looked for in logs is logged', () => {
  const searches = SHELL_LINES.flatMap((line) => {
    const [, quoted, word] = /grep (?:-i )?(?:'([^']+)'|(\w+)$)/.exec(line.text) ?? [];
    const texts = (quoted ?? word)?.split('\\|') ?? [];
    return texts.map((text) => ({ page: line.page, text }));
  });
  expect(searches.length).toBeGreaterThan(0);
  expect(searches.filter(({ text }) => !isLogged(text)).map(pages)).toEqual([]);
});

/** A field with its value, or a part of a message. */
function isLogged(text: string): boolean {
  const [, field, value] = /^"(\w+)":"?(\w+)/.exec(text) ?? [];
  if (field === 'job') return JOBS.includes(value ?? '');
  const sought = field ?? text;
  try {
    execFileSync('grep', ['-rqF', '--include=*.ts', sought, ...SOURCES.map(sourcesOf)]);
    return true;
  } catch {
    return false;
  }
}

function sourcesOf(folder: string): string {
  return `${import.meta.dirname}/../../${folder}`;
}

test.each(OPERATOR_LINES)('$text is a command with options that there are', async ({ text }) => {
  const words = text.split(' ').slice(1);
  const isNotPath = (word: string) => !/^[a-z][a-z-]*$/.test(word);
  const end = words.findIndex(isNotPath);
  const path = end === -1 ? words : words.slice(0, end);
  const printed: string[] = [];
  const print = (part: string) => void printed.push(part);
  const surroundings = { env: {}, now: () => new Date(0), out: print, err: print };
  const code = await runOperator([...path, '--help'], surroundings);
  const help = printed.join('');
  expect([code, help]).toEqual([0, expect.stringContaining(`operator ${path.join(' ')}`)]);
  for (const option of text.match(/--[a-z-]+/g) ?? []) expect(help).toContain(option);
});
