import { usageError } from '@entrada/command-line/command-error';

const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

export function isWebhookSecret(text: string): boolean {
  return (SECRET.exec(text)?.[1] ?? '') !== '';
}

export function requireHttpUrl(name: string, url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw usageError(`${name} must be a URL such as http://localhost:3000/hook.`);
}
