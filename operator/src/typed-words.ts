import { CommandError } from '@entrada/command-line/command-error';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Command } from 'commander';
import { flagOf } from './terms-fields.ts';

/** Where a field of the services is not called as the option or argument that it came from. */
const TYPED_AS: Readonly<Record<string, string>> = {
  accountId: 'account',
  createdBefore: 'before',
  openedBefore: 'before',
};
const ARGUMENTS: Readonly<Record<string, string>> = {
  accountId: 'account id',
  exceptionId: 'exception id',
  keyId: 'key id',
};

/** Services name a field of their contract; who typed the command knows its options and arguments. */
export function inTypedWords(error: unknown, command: Command): unknown {
  const { message = '', cause, exitCode = 1 } = error instanceof CommandError ? error : {};
  const [problem] = cause instanceof AppError ? cause.fields : [];
  const typed = problem && typedFor(problem.field, command);
  if (!typed) return error;
  const named = message.replace(
    `${problem.field} ${problem.message}`,
    () => `${typed} ${problem.message}`,
  );
  return new CommandError(named, { cause, exitCode });
}

function typedFor(field: string, command: Command): string | null {
  const name = TYPED_AS[field] ?? flagOf(field) ?? field;
  const option = command.options.find((one) => one.attributeName() === name);
  if (option?.long) return option.long;
  const argument = command.registeredArguments.find((one) => one.name() === ARGUMENTS[field]);
  return argument ? `<${argument.name()}>` : null;
}
