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
  /** Requests in progress of each connection. */
  const open = new Map<Socket, number>();
  const count = (socket: Socket, change: 1 | -1) => {
    const known = open.get(socket);
    if (known !== undefined) open.set(socket, known + change);
  };
  let isClosing = false;
  server.on("connection", (socket) => {
    open.set(socket, 0);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => {
      count(socket, -1);
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
        for (const [socket, requests] of open) if (requests === 0) socket.destroy();
      }, unusedMs),
      setTimeout(() => server.closeAllConnections(), requestMs),
    ];
    await closed;
    for (const cut of cuts) clearTimeout(cut);
  };
}
