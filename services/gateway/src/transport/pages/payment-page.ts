import type { PaymentLink } from '../../domain/charge.ts';
import { type Html, html, page } from './html.ts';
import { wordsFor } from './payment-words.ts';

const REFRESH_SECONDS = 5;

/** Works without JavaScript; the script copies the code, shows the time left and follows the status. */
export function paymentPage(link: PaymentLink, preferred: string | false): string {
  const words = wordsFor(preferred);
  const isPending = link.status === 'PENDING';
  const body = html`
<main class="card" data-status="${link.status}">
<h1>${words.title}</h1>
<p class="amount">${reais(link.value)}</p>
${link.description ? html`<p class="about">${link.description}</p>` : html``}
<p class="status" role="status">${words.status[link.status]}</p>
${link.status === 'PENDING' ? payable(link, words) : html`<p>${words.explain[link.status]}</p>`}
</main>
<script src="/assets/payment-page.js" type="module"></script>`;
  const { language, title } = words;
  return page({ language, title, ...(isPending ? { refreshSeconds: REFRESH_SECONDS } : {}) }, body);
}

/** For a person whose link is truncated or mistyped. */
export function noPaymentPage(preferred: string | false): string {
  const { language, title, notFound } = wordsFor(preferred);
  const body = html`
<main class="card">
<h1>${title}</h1>
<p class="status">${notFound.title}</p>
<p>${notFound.explain}</p>
</main>`;
  return page({ language, title }, body);
}

function payable(link: PaymentLink, words: ReturnType<typeof wordsFor>): Html {
  const until = new Date(link.expiresAt).toLocaleString(words.language, {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return html`
<p>${words.scan}</p>
<img class="qr" src="/payment-link/${link.paymentLinkId}/qr.svg" alt="QR code Pix" width="280" height="280">
<label for="code">${words.code}</label>
<textarea id="code" readonly rows="6">${link.emv}</textarea>
<button id="copy" type="button" hidden data-copied="${words.copied}">${words.copy}</button>
<p class="until">${words.validUntil} <time datetime="${link.expiresAt}">${until}</time>
<span id="left" role="timer" aria-live="off" data-until="${link.expiresAt}"></span></p>`;
}

/** Formatted as text: an amount is never a float. */
function reais(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `R$ ${whole},${digits.slice(-2)}`;
}
