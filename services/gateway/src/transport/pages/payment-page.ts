import type { ChargeStatus, PaymentLink } from '../../domain/charge.ts';
import { SANDBOX_SCENARIOS } from '../../domain/sandbox.ts';
import { type Html, html, page } from './html.ts';
import { type PageLanguage, type Words, wordsFor } from './payment-words.ts';
import { concat } from './prose.ts';

const ICON: Record<ChargeStatus, string> = {
  PENDING: '…',
  COMPLETED: '✓',
  EXPIRED: '–',
  CANCELED: '✕',
};

/** Longer ones are written smaller. */
const AMOUNT_LENGTH_USUAL = 14;

type Shown = {
  readonly link: PaymentLink;
  readonly language: PageLanguage;
  /** Of the server: the payer's clock may be wrong. */
  readonly nowMs: number;
  /** Null: no money is play money here. */
  readonly sandbox: { readonly url: string | null } | null;
};

/** Complete without JavaScript; the script copies the code, counts the last minutes and follows the status. */
export function paymentPage({ link, language, nowMs, sandbox }: Shown): string {
  const words = wordsFor(language);
  const heading = link.receiver ? words.payTo(link.receiver) : words.pay;
  const amount = reais(link.value);
  const isPending = link.status === 'PENDING';
  const body = html`
<main class="card" data-status="${link.status}" data-now="${String(nowMs)}">
<h1>${heading}</h1>
<p class="amount${amount.length > AMOUNT_LENGTH_USUAL ? ' long' : ''}">${amount}</p>
${link.description ? html`<p class="about" dir="auto">${link.description}</p>` : html``}
<p class="status ${link.status.toLowerCase()}" role="status"><span class="icon" aria-hidden="true">${ICON[link.status]}</span>
<span id="status">${words.status[link.status]}</span></p>
${isPending ? payable(link, words) : html`<p>${words.explain[link.status as keyof Words['explain']]}</p>`}
${isPending && sandbox ? payers(sandbox.url, words) : html``}
<p class="language"><a href="?lang=${words.other.language}" lang="${words.other.language}" hreflang="${words.other.language}">${words.other.name}</a></p>
</main>
<script src="/assets/payment-page.js" type="module"></script>`;
  const title = `${words.status[link.status]} · ${amount}`;
  return page({ language, title }, body);
}

/** For a person whose link is truncated or mistyped. */
export function noPaymentPage(language: PageLanguage): string {
  const { pay, notFound } = wordsFor(language);
  const body = html`
<main class="card">
<h1>${pay}</h1>
<p class="status expired"><span class="icon" aria-hidden="true">?</span> ${notFound.title}</p>
<p>${notFound.explain}</p>
</main>`;
  return page({ language, title: notFound.title }, body);
}

function payable(link: PaymentLink, words: Words): Html {
  const { expiresAt } = link;
  const until = new Date(expiresAt).toLocaleString(words.language, {
    timeZone: 'America/Sao_Paulo',
    timeZoneName: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return html`
<div class="ways">
<div class="copy">
<button id="copy" type="button" hidden data-copied="${words.copied}" data-failed="${words.copyFailed}">${words.copy}</button>
<label for="code">${words.codeLabel}</label>
<textarea id="code" readonly rows="5" spellcheck="false">${link.emv}</textarea>
</div>
<img class="qr" src="/payment-link/${link.paymentLinkId}/qr.svg" alt="${words.qr}" width="240" height="240">
<div class="how">
<h2>${words.howTo}</h2>
<ol>${concat(words.steps.map((step) => html`<li>${step}</li>`))}</ol>
<p class="until">${words.validUntil} <time datetime="${expiresAt}">${until}</time></p>
<p class="left" id="left" role="timer" aria-live="off" hidden data-until="${expiresAt}">${words.timeLeft} <strong></strong></p>
<p id="connection" class="until" hidden>${words.reconnecting}</p>
<p><a id="refresh" href="">${words.refresh}</a></p>
</div>
</div>`;
}

/** Buttons need the script, because no form may be sent from our pages; without it the bank's own page pays. */
function payers(url: string | null, words: Words): Html {
  const { title, explain, bank, sent, failed, payers: names } = words.sandbox;
  const buttons = SANDBOX_SCENARIOS.map(
    (scenario) =>
      html`<button type="button" data-scenario="${scenario}">${names[scenario]}</button>`,
  );
  return html`
<section class="sandbox" aria-labelledby="sandbox">
<h2 id="sandbox">${title}</h2>
<div id="payers" hidden data-sent="${sent}" data-failed="${failed}"><p>${explain}</p>${concat(buttons)}
<p id="paying" role="status"></p></div>
${url ? html`<p><a href="${url}">${bank}</a></p>` : html``}
</section>`;
}

/** Formatted as text: an amount is never a float. */
function reais(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `R$ ${whole},${digits.slice(-2)}`;
}
