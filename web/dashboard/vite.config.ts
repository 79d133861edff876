import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** A running `npm start`; ENTRADA_URL names another one. */
const gateway = process.env.ENTRADA_URL ?? 'http://localhost:8080';

const COMPRESSED = /\.(js|css|svg|html)$/;
/** Below this a packet is not saved. */
const BYTES_MIN = 1_024;

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), precompressed()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // As strict as the gateway's, but for what vite injects while it reloads.
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; connect-src 'self' ws:; img-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'",
    },
    host: '127.0.0.1',
    port: 5173,
    // The gateway refuses requests that another origin causes, so it must see its own host.
    proxy: Object.fromEntries(
      ['/api', '/payment-link', '/docs', '/assets'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
});

/** Writes .br and .gz beside each text file, so that the gateway compresses nothing while it serves. */
function precompressed(): Plugin {
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
