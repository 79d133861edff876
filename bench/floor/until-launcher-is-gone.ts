/** Ends this process when it is told to, and when whoever started it is gone. */
export function untilLauncherIsGone(): void {
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}
