import { createInterface } from 'node:readline/promises';

/** Shows the words and asks; false where nobody is at a keyboard, or the answer is another than yes. */
export async function confirmed(words: readonly string[], question: string): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return false;
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${words.join('\n')}\n${question} (yes/no) `);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
