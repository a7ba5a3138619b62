import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Time for connections that say nothing: browsers keep some open for later, which Node counts as busy. */
const unusedMs = 2000;
/** Time for requests in progress, such as a body that arrives slowly or an export. */
const requestMs = 10_000;

/**
 * Returns a function that closes the server: it accepts no connections and ends the idle ones. Requests in progress have ten
 * seconds; other connections are cut after two.
 */
export function gracefulClose(server: Server): (endStreams: () => Promise<void>) => Promise<void> {
  const open = new Set<Socket>();
  const inProgress = new Set<Socket>();
  let isClosing = false;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    inProgress.add(socket);
    response.once("close", () => {
      inProgress.delete(socket);
      // Its connection would wait for another request.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return async (endStreams) => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    await endStreams();
    server.closeIdleConnections();
    const cuts = [
      setTimeout(() => {
        for (const socket of open) if (!inProgress.has(socket)) socket.destroy();
      }, unusedMs),
      setTimeout(() => server.closeAllConnections(), requestMs),
    ];
    await closed;
    for (const cut of cuts) clearTimeout(cut);
  };
}
