import { provideGo } from '../../packages/launcher/src/provision/newer-go.ts';
import {
  GO,
  installMissing,
  PHP,
  PLAIN_PYTHON,
  RUBY,
  requireTools,
  type Tool,
  Unavailable,
} from '../../packages/launcher/src/provision/tools.ts';

type Language = {
  readonly name: string;
  /** Absent for the Node of the project. */
  readonly tool?: Tool;
  readonly command: (port: number) => readonly string[];
};

/** How the receivers of docs/guides/receivers.md are started. */
const LANGUAGES: readonly Language[] = [
  { name: 'TypeScript', command: () => [process.execPath, 'receiver.ts'] },
  { name: 'Python', tool: PLAIN_PYTHON, command: () => ['python3', 'receiver.py'] },
  { name: 'Go', tool: GO, command: () => ['go', 'run', '-trimpath', 'receiver.go'] },
  { name: 'PHP', tool: PHP, command: (port) => ['php', '-S', `0.0.0.0:${port}`, 'receiver.php'] },
  { name: 'Ruby', tool: RUBY, command: () => ['ruby', 'receiver.rb'] },
];

const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
const tools = LANGUAGES.flatMap(({ tool }) => tool ?? []);
await installMissing(tools, say);
await provideGo(say).catch((error: Error) => say(error.message));

/** Those that this machine can run. Another is named on stderr and left out; in CI all must be there. */
export const RUNNABLE = LANGUAGES.filter(({ name, tool }) => {
  try {
    if (tool) requireTools([tool], `The receiver in ${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof Unavailable) || process.env.CI) throw error;
    say(`NOT RUN: the receiver in ${name}. ${error.message}`);
    return false;
  }
});
