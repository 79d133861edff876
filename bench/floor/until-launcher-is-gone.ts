/** Ends this process on a signal, and when the process that started it has ended. */
export function untilLauncherIsGone(): void {
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}
