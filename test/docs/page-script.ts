import { PAGES, textOf } from '../../services/gateway/src/transport/docs/contents.ts';

const FENCE = /^```sh\n(.*?)^```$/gms;

/** Every page that has commands to paste, with them as one script. */
export function pageScripts(): ReadonlyMap<string, string> {
  const written = PAGES.flatMap(({ slug, file }) => (file ? [[slug, fencesIn(textOf(file))]] : []));
  const pages = written as [string, string[]][];
  return new Map(
    pages.filter(([, fences]) => fences.length > 0).map(([slug, fences]) => [slug, script(fences)]),
  );
}

function fencesIn(text: string): string[] {
  return Array.from(text.matchAll(FENCE), ([, code = '']) => code);
}

/** A reader takes a moment before the next block; a script must wait until the receiver listens. */
function script(fences: readonly string[]): string {
  const waiting = 'until (exec 3<>/dev/tcp/127.0.0.1/9000) 2>/dev/null; do sleep 0.2; done\n';
  const steps = fences.map((code) => (code.endsWith('&\n') ? code + waiting : code));
  return `set -euo pipefail\n${steps.join('')}`;
}

/** As on the pages that an installation serves, with a port that is free. */
export function adapted(text: string, baseUrl: string, port: number): string {
  return text.replaceAll('http://localhost:8080', baseUrl).replaceAll('9000', String(port));
}
