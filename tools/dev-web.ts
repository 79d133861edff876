/** npm run dev:web: serves the dashboard and reloads it while you work. */
import { join } from 'node:path';
import { createServer } from 'vite';
import { readCommandLine } from '../packages/launcher/src/command-line.ts';

const ABOUT = `Serves the dashboard at port 5173 and reloads it while you work. It needs a running npm start; ENTRADA_URL names
another gateway. Ctrl-C stops it.`;

readCommandLine('npm run dev:web', ABOUT);
const server = await createServer({ root: join(import.meta.dirname, '../web/dashboard') });
await server.listen();
server.printUrls();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}
