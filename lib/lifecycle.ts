/**
 * Ends this process in order: on SIGTERM, on Ctrl-C, and when the parent that started it is gone, however that
 * died. A second signal ends it at once.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let stopping = false;
  const shutDown = () => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, shutDown);
  process.once("disconnect", () => stopping || shutDown());
}
