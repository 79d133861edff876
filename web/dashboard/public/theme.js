// Before the first paint, so that a chosen theme does not flash. The same key as in src/preferences.
try {
  const theme = JSON.parse(localStorage.getItem('entrada.preferences') ?? '{}').theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is used.
}
