const CHECK_EVERY_MS = 3_000;

const card = document.querySelector('[data-status]');
const copy = document.querySelector('#copy');
const code = document.querySelector('#code');

if (copy && code && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.value);
    copy.textContent = copy.dataset.copied;
  });
}

async function watch() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (fresh.querySelector('[data-status]')?.dataset.status !== 'PENDING') location.reload();
}

if (card?.dataset.status === 'PENDING') setInterval(() => watch().catch(() => {}), CHECK_EVERY_MS);
