const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

const card = document.querySelector('[data-status]');
const copy = document.querySelector('#copy');
const code = document.querySelector('#code');
const left = document.querySelector('#left');

if (copy && code && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.value);
    copy.textContent = copy.dataset.copied;
  });
}

function twoDigits(number) {
  return String(number).padStart(2, '0');
}

function showTimeLeft() {
  const until = Date.parse(left.dataset.until);
  const seconds = Math.max(0, Math.floor((until - Date.now()) / SECOND_MS));
  const hours = Math.floor(seconds / HOUR_SECONDS);
  const minutes = Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS);
  left.textContent = `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % MINUTE_SECONDS)}`;
}

if (left) {
  showTimeLeft();
  setInterval(showTimeLeft, SECOND_MS);
}

/** The browser connects again by itself when the connection is lost. */
function watchStatus() {
  const source = new EventSource(`${location.pathname.replace(/\/$/, '')}/status`);
  source.addEventListener('status', ({ data }) => {
    if (JSON.parse(data).status === 'PENDING') return;
    source.close();
    location.reload();
  });
}

if (card?.dataset.status === 'PENDING') watchStatus();
