import { appendFile, readFile } from 'node:fs/promises';
import { type AuditHead, parseHead } from '../domain/audit-chain.ts';

const OWNER_ONLY = 0o600;

/** One end a line, the latest last. A file that cannot be read or written fails the job, which logs it and tries again. */
export function auditEndFile(path: string) {
  return {
    async last(): Promise<AuditHead | null> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const line = text.trimEnd().split('\n').at(-1) ?? '';
      if (line === '') return null;
      const head = parseHead(line);
      if (head) return head;
      throw new Error(`${path} does not end with the end of an audit log`);
    },
    append: (end: string) => appendFile(path, `${end}\n`, { mode: OWNER_ONLY }),
  };
}
