import { formatValor } from '@entrada/pix/amount';
import { Router } from 'express';
import type { App } from '../app.ts';
import type { Charge } from '../domain/charge.ts';
import type { CodeOf } from './cob-object.ts';

const STYLE = `body{font:16px system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ddd}
td:nth-child(2){text-align:right}button{padding:.3rem 1rem}`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

/** Open charges, each with a button that pays it: for demonstrations. */
export function pageRoutes(app: App, codeOf: CodeOf): Router {
  const router = Router();
  router.get('/', async (_request, response) => {
    const charges = await app.listOpenCharges();
    response.set('content-security-policy', POLICY).type('html').send(page(charges, codeOf));
  });
  return router;
}

function page(charges: readonly Charge[], codeOf: CodeOf): string {
  const rows = charges.map((charge) => row(charge, codeOf(charge))).join('\n');
  const table = `<table><tr><th>txid</th><th>BRL</th><th>created</th><th></th></tr>${rows}</table>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox bank</title>
<style>${STYLE}</style><h1>Sandbox bank</h1>
${charges.length === 0 ? '<p>No open charges.</p>' : table}</html>`;
}

function row({ txid, valueCents, createdAt }: Charge, emv: string): string {
  const form = `<form method="post" action="/sandbox/pay"><input type="hidden" name="emv" value="${escaped(emv)}"><button>Pay</button></form>`;
  return `<tr><td>${escaped(txid)}</td><td>${formatValor(valueCents)}</td><td>${createdAt.toISOString()}</td><td>${form}</td></tr>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
