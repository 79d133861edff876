import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = /\.(js|css|svg|html)$/;
/** Below this a packet is not saved. */
const BYTES_MIN = 1_024;

/** Writes .br and .gz beside each text file, so that the gateway compresses nothing while it serves. */
export function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (COMPRESSED.test(name)) compress(join(folder, name));
      }
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < BYTES_MIN) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
