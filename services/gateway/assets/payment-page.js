const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
/** Earlier, a countdown only worries. */
const COUNTDOWN_SECONDS = 15 * MINUTE_SECONDS;
/** Two heartbeats and some time for the network. */
const SILENCE_MAX_MS = 35 * SECOND_MS;
const ASK_EVERY_MS = 5 * SECOND_MS;
/** The longest pause after refused streams: many payers may share an address, and what it may ask. */
const REFUSED_PAUSE_MAX_MS = MINUTE_SECONDS * SECOND_MS;
/** About twelve minutes: a second or a late payment changes also a page that is paid, canceled or expired. */
const ASKS_AFTER_END_MAX = 20;

const card = document.querySelector('[data-state]');
const copy = document.querySelector('#copy');
const code = document.querySelector('#code');
const left = document.querySelector('#left');
const payers = document.querySelector('#payers');
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

const isLive = () => card.dataset.live === 'true';

function showConnection(isLost) {
  const note = card.querySelector('#connection');
  if (note) note.hidden = !isLost;
}

/** Scroll and history stay, and the code goes for good. */
function replaceCard(next) {
  document.title = next.dataset.title;
  const line = card.querySelector('[role=status]');
  const nextLine = next.querySelector('[role=status]');
  // The live region stays and only its text changes, so that it is announced once.
  line.className = nextLine.className;
  line.replaceChildren(...nextLine.childNodes);
  nextLine.replaceWith(line);
  Object.assign(card.dataset, next.dataset);
  card.replaceChildren(...next.childNodes);
  clearInterval(ticking);
  if (!isLive()) source?.close();
}

function showTimeLeft() {
  const endsMs = Date.parse(left.dataset.until) - Date.now() - aheadMs;
  const seconds = Math.ceil(endsMs / SECOND_MS);
  if (seconds <= 0) {
    const overdue = document.querySelector('#overdue').content.cloneNode(true);
    return replaceCard(overdue.querySelector('main'));
  }
  left.hidden = seconds > COUNTDOWN_SECONDS;
  const rest = String(seconds % MINUTE_SECONDS).padStart(2, '0');
  left.querySelector('strong').textContent = `${Math.floor(seconds / MINUTE_SECONDS)}:${rest}`;
}

/** Takes the new state from the server's own page. */
async function show() {
  const reply = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!reply.ok) throw new Error(String(reply.status));
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const next = page.querySelector('main');
  const more = ['received', 'returned'].map(
    (sum) => Number(next.dataset[sum]) - Number(card.dataset[sum]),
  );
  // The code never comes back: a replica's clock may be late, and so may its reply.
  if (next.dataset.state === 'PENDING' || Math.min(...more) < 0) return;
  if (next.dataset.state !== card.dataset.state || Math.max(...more) > 0) replaceCard(next);
}

/** When the stream last brought anything; the server sends a heartbeat every 15 s. */
let aliveMs = performance.now();
let openedMs = 0;
let askedMs = Number.NEGATIVE_INFINITY;
/** Doubled by each refused stream. */
let pauseMs = ASK_EVERY_MS;
let source = null;
let asksLeft = ASKS_AFTER_END_MAX;

function markAlive() {
  aliveMs = performance.now();
  pauseMs = ASK_EVERY_MS;
  showConnection(false);
}

/** The browser connects again by itself when the connection is lost. */
function openStream() {
  source?.close();
  openedMs = performance.now();
  source = new EventSource(`${path}/status`);
  source.addEventListener('heartbeat', markAlive);
  source.addEventListener('error', () => {
    showConnection(true);
  });
  source.addEventListener('status', ({ data }) => {
    markAlive();
    const { status, received } = JSON.parse(data);
    const isNews = status !== 'PENDING' || received > Number(card.dataset.received);
    if (isNews) void show().catch(() => location.reload());
  });
}

function reopenStream(now) {
  // The browser does not open a refused stream again.
  const isRefused = source.readyState === EventSource.CLOSED;
  if (!isRefused && now - Math.max(aliveMs, openedMs) > SILENCE_MAX_MS) openStream();
  if (!isRefused || now - openedMs < pauseMs) return;
  pauseMs = Math.min(2 * pauseMs, REFUSED_PAUSE_MAX_MS);
  openStream();
}

/** A stream may be dead without an error, and some proxies let none through: then the page asks. */
async function askIfSilent() {
  const now = performance.now();
  if (isLive()) reopenStream(now);
  if (now - aliveMs < SILENCE_MAX_MS) return;
  if (isLive()) {
    if (now - askedMs < pauseMs) return;
    askedMs = now;
  } else {
    if (document.hidden || asksLeft === 0) return;
    asksLeft -= 1;
    aliveMs = now;
  }
  await show().then(
    () => showConnection(false),
    () => showConnection(true),
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

let ticking = 0;
if (card) {
  if (isLive()) openStream();
  setInterval(askIfSilent, ASK_EVERY_MS);
  // Back from the bank's app: the next question comes at once.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || isLive()) return;
    asksLeft = ASKS_AFTER_END_MAX;
    aliveMs = Number.NEGATIVE_INFINITY;
    void askIfSilent();
  });
}
if (left) {
  ticking = setInterval(showTimeLeft, SECOND_MS);
  showTimeLeft();
}
