import { spawn } from 'node:child_process';

/** What opens an address in the browser of its user, on each system. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const ELSEWHERE = ['xdg-open'] as const;

/** Whether a browser was started. It goes on when this program ends. */
export function openUrl(url: string): Promise<boolean> {
  // A server could name another kind of address, which would start another program.
  if (!isHttpUrl(url)) return Promise.resolve(false);
  const [program, ...args] = OPENERS[process.platform] ?? ELSEWHERE;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
