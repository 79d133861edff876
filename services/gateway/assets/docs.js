// The pages work without this: it adds the search and the copy buttons.
const FOUND_MAX = 8;
const COPIED_MS = 2_000;
const isPortuguese = document.documentElement.lang.startsWith('pt');
const words = isPortuguese
  ? { copy: 'Copiar', copied: 'Copiado', none: 'Nada encontrado', failed: 'Busca indisponível' }
  : { copy: 'Copy', copied: 'Copied', none: 'Nothing found', failed: 'Search is unavailable' };

const search = document.querySelector('#search');
const query = document.querySelector('#query');
const found = document.querySelector('#found');
let loading;

/** Rows of address, title and text; fetched when somebody searches. */
function loadIndex() {
  loading ??= fetch('/assets/docs-index.json').then((response) => {
    if (response.ok) return response.json();
    throw new Error(`HTTP ${response.status}`);
  });
  return loading;
}

/** Every word must be there; in the title it counts more, at the beginning of it most. */
function rank([, title, text], wanted) {
  const [head, body] = [fold(title), fold(text)];
  let score = 0;
  for (const word of wanted) {
    const isInTitle = head.includes(word);
    if (!isInTitle && !body.includes(word)) return 0;
    score += 1 + (isInTitle ? 4 : 0) + (head.startsWith(word) ? 4 : 0);
  }
  return score;
}

function fold(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

async function show() {
  const asked = query.value;
  const wanted = fold(asked).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return found.replaceChildren();
  try {
    const rows = await loadIndex();
    if (query.value !== asked) return;
    const ranked = rows.map((row) => [rank(row, wanted), row]).filter(([score]) => score > 0);
    const best = ranked.toSorted(([a], [b]) => b - a).slice(0, FOUND_MAX);
    found.replaceChildren(
      ...(best.length > 0 ? best.map(([, row]) => entry(row)) : [note(words.none)]),
    );
  } catch {
    loading = undefined;
    found.replaceChildren(note(words.failed));
  }
}

function entry([address, title]) {
  const link = Object.assign(document.createElement('a'), { href: address, textContent: title });
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function note(text) {
  const item = document.createElement('li');
  item.append(Object.assign(document.createElement('p'), { textContent: text }));
  return item;
}

search.hidden = false;
query.addEventListener('input', show);
query.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found.querySelector('a')?.click();
});
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  query.value = '';
  found.replaceChildren();
  query.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === query) return;
  event.preventDefault();
  query.focus();
});

for (const figure of document.querySelectorAll('.code')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: words.copy,
  });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, COPIED_MS);
  });
  figure.append(button);
}
