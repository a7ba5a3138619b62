/** A terminal sends Ctrl-C to every foreground process, and npm forwards it: two signals within this time are one. */
const sameSignalMs = 500;

/**
 * Shuts this process down in order on SIGTERM, on Ctrl-C, and when its parent process is gone. A second signal ends it
 * at once.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const shutDown = () => {
    stoppingSince = Date.now();
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  const onSignal = () => {
    if (stoppingSince === null) shutDown();
    else if (Date.now() - stoppingSince > sameSignalMs) process.exit(1);
  };
  const onParentGone = () => {
    if (stoppingSince === null) shutDown();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  process.once("disconnect", onParentGone);
  if (process.connected === false) onParentGone();
}
