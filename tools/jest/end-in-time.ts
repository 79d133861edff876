const END_WAIT_MAX_MS = 10_000;

/**
 * Runs when all tests have ended. A single test file runs in jest's own process, which would wait without end
 * for what the file left open: a beforeAll that took too long goes on starting its servers, and afterAll
 * has nothing to stop yet.
 */
export default function endInTime(): void {
  const timer = setTimeout(() => {
    const open = new Set(process.getActiveResourcesInfo());
    process.stderr.write(`The tests left something open: ${[...open].join(', ')}\n`);
    process.exit(1);
  }, END_WAIT_MAX_MS);
  timer.unref();
}
