import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ProgramCommand } from '@entrada/command-line/command';
import { usageError } from '@entrada/command-line/command-error';
import { isPersonName } from '@entrada/platform/identity/caller';
import {
  identityEnv,
  issueToOperator,
  operatorsAuthorityIn,
  writeCertificate,
  writeWhole,
} from '@entrada/platform/identity/certificate-folder';
import { HOUR_MS } from '@entrada/platform/time/units';
import { InvalidArgumentError, Option } from 'commander';
import { loginFiles } from '../access/login.ts';
import { certificatesIn, dataFolder } from '../access/running-system.ts';
import type { Act, Context, Outcome } from '../command.ts';

const HOURS_DEFAULT = 8;
const HOURS_MAX = 24;
const ABOUT = `Issues you a certificate that names you, for some hours; commands that call a service show it, and the audit log
takes your name from it. It needs the key of the operators' authority: operators-ca.key, beside operators-ca.pem and
services-ca.pem, in the folder that --authority or ENTRADA_AUTHORITY_FOLDER names; without them, in the folder of npm start on
this machine. The log-in is kept in ~/.entrada/operator.pem, certificate and key together, or where TLS_CERT_FILE and TLS_KEY_FILE say.`;

export function login(program: ProgramCommand, act: Act): void {
  program
    .command('login')
    .summary('get a certificate that names you')
    .description(ABOUT)
    .argument('<name>', 'your name: small letters, digits, dots, dashes', nameIn)
    .option('--authority <folder>', "folder with the operators' authority and its key")
    .addOption(
      new Option('--hours <n>', 'how long the log-in is good')
        .default(HOURS_DEFAULT)
        .argParser(hoursIn),
    )
    .examples('login ana', 'login ana --authority ./operators --hours 2')
    .action(act(run));
}

type Options = { readonly authority?: string; readonly hours: number };

async function run({ env, now }: Context, name: string, asked: Options): Promise<Outcome> {
  const folder = asked.authority ?? env.ENTRADA_AUTHORITY_FOLDER ?? certificatesIn(dataFolder(env));
  const authority = await operatorsAuthorityIn(folder);
  if (!authority) {
    throw usageError(
      `${folder} has no operators-ca.pem and operators-ca.key. Name the folder with --authority, or run npm start first.`,
    );
  }
  const from = now();
  const until = new Date(from.getTime() + asked.hours * HOUR_MS);
  const files = loginFiles(env);
  await mkdir(dirname(files.authority), { recursive: true, mode: 0o700 });
  const { TLS_CA_FILE: servicesAuthority = '' } = identityEnv(folder, name);
  if (servicesAuthority !== files.authority) {
    await writeWhole(files.authority, await readFile(servicesAuthority, 'utf8'));
  }
  await writeCertificate(files, await issueToOperator(authority, { person: name, from, until }));
  const text = `${name} is logged in until ${until.toISOString()}.`;
  return { text, json: { name, until: until.toISOString(), certificate: files.certificate } };
}

function nameIn(text: string): string {
  if (isPersonName(text)) return text;
  throw new InvalidArgumentError('It must have small letters, digits, dots and dashes only.');
}

function hoursIn(text: string): number {
  const hours = Number(text);
  if (Number.isInteger(hours) && hours >= 1 && hours <= HOURS_MAX) return hours;
  throw new InvalidArgumentError(`It must be a number from 1 to ${HOURS_MAX}.`);
}
