import { Router } from 'express';
import type { App } from '../app.ts';
import type { Charge } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import type { Clock } from '../ports.ts';
import type { CodeOf } from './cob-object.ts';
import { escaped, timeOf } from './page-frame.ts';
import { STYLE } from './page-style.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** Open charges, each with a button that pays it, and what was paid: for demonstrations. */
export function pageRoutes(app: App, codeOf: CodeOf, clock: Pick<Clock, 'now'>): Router {
  const router = Router();
  router.get('/', async (_request, response) => {
    const [charges, payments] = await Promise.all([
      app.listOpenCharges(),
      app.listLatestPayments(),
    ]);
    response.set('content-security-policy', POLICY).type('html');
    response.send(page({ charges, payments, codeOf, now: clock.now() }));
  });
  return router;
}

type PageContent = {
  readonly charges: readonly Charge[];
  readonly payments: readonly Payment[];
  readonly codeOf: CodeOf;
  readonly now: Date;
};

/** The bank's first page, without a script. */
function page({ charges, payments, codeOf, now }: PageContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox bank</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<div><h1>Sandbox bank</h1><p>Play money. Anyone with a code can pay it. <a href="/mail">Mails</a></p></div>
<p class="clock"><span>Bank time</span><time>${timeOf(now)}</time></p>
</header>
<main>
<section>
<h2>Open charges <span class="count">${charges.length}</span></h2>
${charges.length === 0 ? nothing('No charge is waiting for a payer.') : chargeTable(charges, codeOf, now)}
</section>
<section>
<h2>Latest payments</h2>
${payments.length === 0 ? nothing('Nobody has paid yet.') : paymentTable(payments)}
</section>
</main>
</body>
</html>`;
}

function nothing(sentence: string): string {
  return `<p class="nothing">${sentence}</p>`;
}

function chargeTable(charges: readonly Charge[], codeOf: CodeOf, now: Date): string {
  const rows = charges.map((charge) => chargeRow(charge, codeOf(charge), now)).join('\n');
  return table(['Charge', 'Amount', 'Created', 'Ends', ''], rows);
}

function chargeRow(charge: Charge, emv: string, now: Date): string {
  const { txid, valueCents, createdAt, expiresInSeconds } = charge;
  const endsInMs = createdAt.getTime() + expiresInSeconds * 1000 - now.getTime();
  return `<tr>
<td data-label="Charge"><code>${escaped(txid)}</code></td>
<td data-label="Amount" class="amount">${amountOf(valueCents)}</td>
<td data-label="Created"><time>${timeOf(createdAt)}</time></td>
<td data-label="Ends">in ${durationOf(endsInMs)}</td>
<td class="action"><form method="post" action="/sandbox/pay"><input type="hidden" name="emv" value="${escaped(emv)}"><button aria-label="Pay ${escaped(txid)}">Pay</button></form></td>
</tr>`;
}

function paymentTable(payments: readonly Payment[]): string {
  return table(['Payment', 'Amount', 'Paid', 'Charge'], payments.map(paymentRow).join('\n'));
}

function paymentRow({ endToEndId, valueCents, paidAt, txid, refunds }: Payment): string {
  const badge = refunds.length === 0 ? '' : `<span class="badge">${refunds[0]?.status}</span>`;
  return `<tr>
<td data-label="Payment"><code>${escaped(endToEndId)}</code> ${badge}</td>
<td data-label="Amount" class="amount">${amountOf(valueCents)}</td>
<td data-label="Paid"><time>${timeOf(paidAt)}</time></td>
<td data-label="Charge"><code>${escaped(txid ?? '—')}</code></td>
</tr>`;
}

function table(headings: readonly string[], rows: string): string {
  const cells = headings.map((heading) =>
    heading === 'Amount' ? `<th class="amount">${heading}</th>` : `<th>${heading}</th>`,
  );
  return `<table><thead><tr>${cells.join('')}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** As Brazil writes it: R$ 1.234,56. */
function amountOf(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, '.');
  return `R$&nbsp;${units},${digits.slice(-2)}`;
}

function durationOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
