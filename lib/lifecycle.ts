/** A terminal sends Ctrl-C to every process in front, and npm then passes it on once more: that is one signal. */
const sameSignalMs = 500;

/**
 * Ends this process in order: on SIGTERM, on Ctrl-C, and when the parent that started it is gone, however that
 * died. A second signal ends it at once.
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
