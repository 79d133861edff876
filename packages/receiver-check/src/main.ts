#!/usr/bin/env node
/** npx entrada-receiver-check URL --secret whsec_…: grades a webhook receiver. */
import { parseArgs } from 'node:util';
import { CHECKS, type Finding } from './checks.ts';
import { openPost } from './post.ts';
import { isFailing, summary, table } from './report.ts';

const USAGE = `Usage: entrada-receiver-check URL --secret whsec_...

Sends test events to the receiver at URL, good ones and wrong ones, and grades its responses.
--secret  the signing secret that the receiver checks with
--help    shows this
Exit code 0: ready; 1: a check failed; 2: wrong arguments.
`;
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
const EXIT = { ready: 0, failing: 1, wrongArguments: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return EXIT.ready;
  }
  const wanted = parse(args);
  if (typeof wanted === 'string') {
    process.stderr.write(`${wanted}\n\n${USAGE}`);
    return EXIT.wrongArguments;
  }
  await using post = openPost(wanted.url);
  const findings: Finding[] = [];
  for (const { name: check, run } of CHECKS) {
    findings.push({ check, ...(await run(post, wanted.secret)) });
  }
  process.stdout.write(`${table(findings)}\n\n${summary(findings)}\n`);
  return isFailing(findings) ? EXIT.failing : EXIT.ready;
}

function isSecret(text: string): boolean {
  return (SECRET.exec(text)?.[1] ?? '') !== '';
}

/** What is wrong with the arguments, or what they say. */
function parse(args: readonly string[]): string | { url: string; secret: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { secret: { type: 'string' } },
    });
    const [url = ''] = positionals;
    if (positionals.length !== 1 || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      return 'One http:// or https:// URL is needed.';
    }
    if (!isSecret(values.secret ?? '')) return '--secret whsec_... is needed, as it was shown.';
    return { url, secret: values.secret ?? '' };
  } catch (error) {
    return (error as Error).message;
  }
}
