import { usageError } from '@entrada/command-line/command-error';
import { isHttpUrl } from '../open-url.ts';

const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

function isWebhookSecret(text: string): boolean {
  return (SECRET.exec(text)?.[1] ?? '') !== '';
}

/** The same variable as in the receivers of the documentation: an argument can be read by other programs. */
export const SECRET_VARIABLE = 'WEBHOOK_SECRET';

export function requireWebhookSecret(name: string, secret: string): string {
  if (isWebhookSecret(secret)) return secret;
  throw usageError(`${name} must be whsec_ and base64, as it was shown.`);
}

export function requireHttpUrl(name: string, url: string): string {
  if (isHttpUrl(url)) return url;
  throw usageError(`${name} must be a URL such as http://localhost:3000/hook.`);
}
