import { createInterface } from 'node:readline/promises';
import { printable } from '@entrada/command-line/printable';

/** Shows the words and asks; false where nobody is at a keyboard, or the answer is another than yes. */
export async function confirmed(words: readonly string[], question: string): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return false;
  const shown = words.map(printable);
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${shown.join('\n')}\n${question} (yes/no) `);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
