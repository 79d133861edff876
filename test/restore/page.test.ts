import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsByDatabase } from './page.ts';

test('every section of docs/operations/restore.md with commands is followed by a drill', async () => {
  const commands = await commandsByDatabase();
  const files = await readdir(import.meta.dirname);
  const drills = files.filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(
    drills.map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
  );
  const followed = texts.flatMap((text) =>
    [...text.matchAll(/followPage\(system, '([^']+)'/g)].map(([, section]) => section),
  );
  const sections = [...commands].filter(([, lines]) => lines.length > 0).map(([name]) => name);
  expect(sections.sort()).toEqual([...new Set(followed)].sort());
});
