const RELOADED_AT = 'entrada.reloaded-at';
/** A file that is still missing after a reload is another problem, which a second one does not solve. */
const AGAIN_AFTER_MS = 60_000;

/** A page of an old version asks for a file that a new one no longer has: load the new version, once. */
export function reloadOnNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
