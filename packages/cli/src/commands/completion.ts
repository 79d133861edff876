import { Argument, type Command } from 'commander';
import { type Act, examples, type Outcome } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion/completion-script.ts';

const ABOUT = `Prints a script that completes commands and options in your shell. bash: source <(entrada completion bash) in
~/.bashrc. zsh: the same with zsh in ~/.zshrc, after compinit. fish: entrada completion fish | source in config.fish.`;

export function completion(program: Command, act: Act): void {
  program
    .command('completion')
    .summary('print a completion script for bash, zsh or fish')
    .description(ABOUT)
    .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
    .addHelpText('after', examples('completion bash', 'completion fish'))
    .action(act(async (_context, shell: Shell) => outcome(completionScript(program, shell))));
}

function outcome(script: string): Outcome {
  return { text: script.trimEnd(), json: { script } };
}
