import { followPage } from '../restore/follow-page.ts';
import type { RestorableSystem } from '../restore/restorable-system.ts';
import { expectEveryCent } from './checks.ts';
import { type Command, type History, lineOf } from './command.ts';
import { perform } from './perform.ts';
import { quiesce } from './quiet.ts';
import { newWorld, type World } from './world.ts';

const EVENT_LOG = 'event log';
const LINES_SHOWN = 20;
const READERS = ['ledger', 'webhooks'];

/** Lives one history and checks how it ends; a failure tells what happened, line by line. */
export async function play(system: RestorableSystem, history: History): Promise<void> {
  const lines: string[] = [];
  try {
    await live(await newWorld(system), history, (line) => lines.push(line));
  } catch (cause) {
    const { message } = cause as Error;
    const last = system.system.lastLines().split('\n').slice(-LINES_SHOWN).join('\n');
    const report = `The history:\n${lines.join('\n')}\n\n${await state(system)}\n\nLogged last:\n${last}`;
    throw new Error(`${message}\n\n${report}`, { cause });
  }
}

async function live(world: World, history: History, tell: (line: string) => void): Promise<void> {
  const performAll = async (commands: readonly Command[]): Promise<void> => {
    for (const command of commands) {
      tell(lineOf(command));
      tell(`    ${await perform(world, command)}`);
    }
  };
  const { before, lost, after, restored } = history;
  await performAll(before);
  if (restored) tell(`snapshot of ${restored}`);
  const restoredTo = restored ? await snapshot(world, restored) : new Date();
  await performAll(lost);
  if (restored) {
    tell(`restore of ${restored}, and the page`);
    await restore(world, restored, restoredTo);
  }
  await performAll(after);
  tell('quiesce');
  await quiesce(world);
  tell('checks');
  await expectEveryCent(world, history);
}

/** What an operator would look at first. */
async function state({ operator }: RestorableSystem): Promise<string> {
  const looks = [['unclear'], ['parked', 'list']];
  const shown: string[] = [];
  for (const look of looks) {
    const { stdout, stderr } = await operator(...look);
    shown.push(`operator ${look.join(' ')}\n${stdout}${stderr}`);
  }
  return shown.join('\n');
}

async function snapshot({ system }: World, what: string): Promise<Date> {
  return what === EVENT_LOG ? new Date() : system.snapshot(what);
}

/** The faults of a bank end before people repair by the page; it is not about two disasters at once. */
async function restore(world: World, what: string, restoredTo: Date): Promise<void> {
  const { system, bank, operator } = world;
  await bank.clearFaults();
  if (what === EVENT_LOG) await loseRecords(system, restoredTo);
  const NOW = (await bank.now()).toISOString();
  await followPage({ ...system, operator }, what, { restoredTo, variables: { NOW } });
}

async function loseRecords(system: RestorableSystem, since: Date): Promise<void> {
  for (const reader of READERS) await system.stop(reader);
  await system.query('events', 'delete from log_record where at >= $1', [since]);
  for (const reader of READERS) await system.start(reader);
}
