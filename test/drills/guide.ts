import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOperator } from '@entrada/operator/program';
import { launcherLogin } from '../../packages/launcher/src/seed.ts';
import type { Stage } from './stage.ts';

const PAGE = join(import.meta.dirname, '../../docs/operations/incidents.md');
const FENCED = /```(\w+)\n([^`]*)```/g;

function blocksOf(language: string): string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(FENCED)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text.trim());
}

/** The queries of the incident guide. */
export const guideQueries = () => blocksOf('promql');

/** The commands of the incident guide, with their words. */
export const guideCommands = () => blocksOf('sh');

/** Runs a command of operators against the system, and gives what it prints. */
export async function asOperator(stage: Stage, command: string): Promise<string> {
  return (await runAsOperator(stage, command)).text;
}

export async function runAsOperator({ system }: Stage, command: string) {
  await using login = await launcherLogin(system.certificates);
  const env = {
    ...login.env,
    AUTH_ADDRESS: system.authAddress,
    CHARGES_ADDRESS: system.chargesAddress,
    LEDGER_ADDRESS: system.ledgerAddress,
    WEBHOOKS_ADDRESS: system.webhooksAddress,
  };
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const [, ...words] = command.split(' ');
  const code = await runOperator(words, { env, now: () => new Date(), out: print, err: print });
  return { code, text: printed.join('') };
}
