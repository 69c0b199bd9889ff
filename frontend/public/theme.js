// Runs before the first paint, so that a chosen theme never flashes. External because the page's policy forbids inline scripts.
try {
  const theme = localStorage.getItem('linqr.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's colour scheme decides.
}
