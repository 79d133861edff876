import { SANDBOX_SCENARIOS } from '../../domain/sandbox.ts';
import type { PaymentLink } from '../../ports.ts';
import { concat, type Html, html, page } from './html.ts';
import { type PageLanguage, type PageState, type Words, wordsFor } from './payment-words.ts';

const ICON: Record<PageState, string> = {
  PENDING: '…',
  CHECKING: '…',
  COMPLETED: '✓',
  OVERPAID: '✓',
  UNDERPAID: '!',
  EXPIRED: '–',
  CANCELED: '✕',
  PAID_AFTER_CANCEL: '!',
  PARTLY_REFUNDED: '←',
  REFUNDED: '←',
};

/** Longer ones are written smaller. */
const AMOUNT_LENGTH_USUAL = 14;

type PageContent = {
  readonly link: PaymentLink;
  /** Null: unknown now. */
  readonly shop: string | null;
  readonly language: PageLanguage;
  /** Of the server: the payer's clock may be wrong. */
  readonly nowMs: number;
  /** Null: no money is play money here. */
  readonly sandbox: { readonly url: string | null } | null;
};

/** Complete without JavaScript; the script copies the code, counts the last minutes and follows the status. */
export function paymentPage(shown: PageContent): string {
  const { link, language, nowMs } = shown;
  const words = wordsFor(language);
  const state = stateOf(link, nowMs);
  const body = html`
${card(shown, state, words)}
${state === 'PENDING' ? html`<template id="overdue">${card(shown, 'CHECKING', words)}</template>` : html``}
<script src="/assets/payment-page.js" type="module"></script>`;
  return page({ language, title: titleOf(shown, state, words) }, body);
}

/** What the payer has to know: from the deadline on, and after a payment, no code is offered. */
function stateOf(link: PaymentLink, nowMs: number): PageState {
  const { status, received, returned, expiresAt } = link;
  if (returned > 0 && returned >= received) return 'REFUNDED';
  switch (status) {
    case 'COMPLETED':
      return stateOfPaid(link);
    case 'CANCELED':
      return received > 0 ? 'PAID_AFTER_CANCEL' : 'CANCELED';
    case 'EXPIRED':
      return received > 0 ? 'UNDERPAID' : 'EXPIRED';
    case 'PENDING':
      if (received > 0) return 'UNDERPAID';
      return nowMs >= Date.parse(expiresAt) ? 'CHECKING' : 'PENDING';
  }
}

function stateOfPaid({ value, received, returned }: PaymentLink): PageState {
  const kept = received - returned;
  if (kept < value) return 'PARTLY_REFUNDED';
  return kept > value ? 'OVERPAID' : 'COMPLETED';
}

function card(shown: PageContent, state: PageState, words: Words): Html {
  const { link, nowMs, sandbox } = shown;
  const name = nameOf(shown);
  const heading = name
    ? html`${state === 'PENDING' ? words.payTo : ''} <bdi>${name}</bdi>`
    : words.pay;
  const amount = reais(link.value);
  const isLive = link.status === 'PENDING';
  return html`<main class="card" data-state="${state}" data-received="${String(link.received)}" data-returned="${String(link.returned)}" data-live="${String(isLive)}" data-now="${String(nowMs)}" data-title="${titleOf(shown, state, words)}">
<h1>${heading}</h1>
<p class="amount${amount.length > AMOUNT_LENGTH_USUAL ? ' long' : ''}">${amount}</p>
${link.description ? html`<p class="about" dir="auto">${withoutBidi(link.description)}</p>` : html``}
<p class="status ${state.toLowerCase()}" role="status"><span class="icon" aria-hidden="true">${ICON[state]}</span>
<span id="status">${words.status[state]}</span></p>
${state === 'PENDING' ? payable(link, words) : html`<p class="explain">${explain(link, state, words)}</p>`}
${isLive ? html`<p id="connection" class="until" hidden>${words.reconnecting}</p>` : html``}
${state === 'PENDING' || state === 'CHECKING' ? html`<p><a id="refresh" href="">${words.refresh}</a></p>` : html``}
${state === 'PENDING' && sandbox ? payers(sandbox.url, words) : html``}
<p class="language"><a href="?lang=${words.other.language}" lang="${words.other.language}" hreflang="${words.other.language}">${words.other.name}</a></p>
</main>`;
}

function explain(
  { value, received, returned }: PaymentLink,
  state: PageState,
  { explain, sentBack }: Words,
): string {
  const inLine = (cents: number) => reais(cents).replace(' ', '\u00a0');
  const text = explain[state as keyof Words['explain']];
  const sentence =
    typeof text === 'string'
      ? text
      : text({
          received: inLine(received),
          due: inLine(value),
          surplus: inLine(received - returned - value),
        });
  return returned > 0 ? `${sentence} ${sentBack(inLine(returned))}` : sentence;
}

function titleOf(shown: PageContent, state: PageState, { status, pay }: Words): string {
  return `${status[state]} · ${reais(shown.link.value)} · ${nameOf(shown) ?? pay}`;
}

function nameOf({ shop, link }: PageContent): string | null {
  const name = shop ?? link.receiver;
  return name && withoutBidi(name);
}

/** Overrides and embeddings could make a text show another name or amount than it has. */
function withoutBidi(text: string): string {
  return text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
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
<ol>${concat(words.steps.map((step) => html`<li>${step}</li>`))}<li>${words.check(link.receiver)}</li></ol>
<p class="until">${words.validUntil} <time datetime="${expiresAt}">${until}</time></p>
<p class="left" id="left" role="timer" aria-live="off" hidden data-until="${expiresAt}">${words.timeLeft} <strong></strong></p>
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
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, '.');
  return `R$ ${whole},${digits.slice(-2)}`;
}
