import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './build/precompressed.ts';

/** A running `npm start`; ENTRADA_URL names another one. */
const gateway = process.env.ENTRADA_URL ?? 'http://localhost:8080';

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
