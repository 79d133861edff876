const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
/** Earlier, a countdown only worries. */
const COUNTDOWN_SECONDS = 15 * MINUTE_SECONDS;
/** Two heartbeats and some time for the network. */
const SILENCE_MAX_MS = 35 * SECOND_MS;
const ASK_EVERY_MS = 5 * SECOND_MS;

const card = document.querySelector('[data-status]');
const copy = document.querySelector('#copy');
const code = document.querySelector('#code');
const left = document.querySelector('#left');
const payers = document.querySelector('#payers');
const connection = document.querySelector('#connection');
const path = location.pathname.replace(/\/$/, '');

/** The server's clock: the payer's own may be wrong. */
const aheadMs = Number(card?.dataset.now ?? Date.now()) - Date.now();

async function copyCode() {
  try {
    await navigator.clipboard.writeText(code.value);
    return true;
  } catch {
    // On plain http there is no clipboard: the old way, else the payer copies by hand.
    code.select();
    return document.execCommand('copy');
  }
}

if (copy && code) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    copy.textContent = (await copyCode()) ? copy.dataset.copied : copy.dataset.failed;
  });
}

function showTimeLeft() {
  const endsMs = Date.parse(left.dataset.until) - Date.now() - aheadMs;
  const seconds = Math.max(0, Math.floor(endsMs / SECOND_MS));
  left.hidden = seconds > COUNTDOWN_SECONDS;
  const rest = String(seconds % MINUTE_SECONDS).padStart(2, '0');
  left.querySelector('strong').textContent = `${Math.floor(seconds / MINUTE_SECONDS)}:${rest}`;
}

if (left) {
  showTimeLeft();
  setInterval(showTimeLeft, SECOND_MS);
}

/** Takes the new state from the server's own page, in place: scroll, focus and history stay. */
async function show() {
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!reply.ok) throw new Error(String(reply.status));
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const shown = next.querySelector('main');
  if (shown.dataset.status === card.dataset.status) return;
  clearInterval(asking);
  source.close();
  document.title = next.title;
  const line = card.querySelector('[role=status]');
  const nextLine = shown.querySelector('[role=status]');
  // The live region stays and only its text changes, so that it is announced once.
  line.className = nextLine.className;
  line.replaceChildren(...nextLine.childNodes);
  nextLine.replaceWith(line);
  card.dataset.status = shown.dataset.status;
  card.replaceChildren(...shown.childNodes);
}

/** When the stream last brought anything; the server sends a heartbeat every 15 s. */
let aliveMs = performance.now();
let openedMs = 0;
let source = null;

function markAlive() {
  aliveMs = performance.now();
  connection.hidden = true;
}

/** The browser connects again by itself when the connection is lost. */
function openStream() {
  source?.close();
  openedMs = performance.now();
  source = new EventSource(`${path}/status`);
  source.addEventListener('heartbeat', markAlive);
  source.addEventListener('error', () => {
    connection.hidden = false;
  });
  source.addEventListener('status', ({ data }) => {
    markAlive();
    if (JSON.parse(data).status !== 'PENDING') void show().catch(() => location.reload());
  });
}

/** A stream may be dead without an error, and some proxies let none through: then the page asks. */
async function askIfSilent() {
  const now = performance.now();
  const isDead = now - Math.max(aliveMs, openedMs) > SILENCE_MAX_MS;
  // A refused connection is not opened again by the browser.
  if (isDead || source.readyState === EventSource.CLOSED) openStream();
  if (now - aliveMs < SILENCE_MAX_MS) return;
  connection.hidden = await show().then(
    () => true,
    () => false,
  );
}

async function payAs(scenario) {
  const said = payers.querySelector('[role=status]');
  const buttons = payers.querySelectorAll('button');
  // A second click must not pay a second time.
  for (const button of buttons) button.disabled = true;
  said.textContent = payers.dataset.sent;
  const reply = await fetch(`${path}/sandbox-pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario }),
  }).catch(() => null);
  if (!reply?.ok) said.textContent = payers.dataset.failed;
  for (const button of buttons) button.disabled = false;
}

if (payers) {
  payers.hidden = false;
  payers.addEventListener('click', ({ target }) => {
    if (target.dataset.scenario && !target.disabled) void payAs(target.dataset.scenario);
  });
}

let asking = 0;
if (card?.dataset.status === 'PENDING') {
  openStream();
  asking = setInterval(askIfSilent, ASK_EVERY_MS);
}
