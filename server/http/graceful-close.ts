import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/**
 * Time in which an idle connection may be used once more. A load balancer sends its next request on it without asking, and could not
 * tell whether a request that was cut off was executed: it would pass an error on. `keepalive_min_timeout` of nginx does the same.
 */
const reuseMs = 500;
/** Time for connections that say nothing: browsers keep some open for later, which Node counts as busy. */
const unusedMs = 2000;
/** Time for requests in progress, such as a body that arrives slowly or an export. */
const requestMs = 10_000;

type Connection = {
  requests: number;
  lastResponse: ServerResponse | null;
  /** Bytes received when its last response was sent. More are the beginning of another request. */
  usedBytes: number | null;
};

/**
 * Returns a function that closes the server: it accepts no connections, and each response is the last one of its connection
 * (`Connection: close`, RFC 9112, section 9.6). Idle connections end after half a second, silent ones after two; requests in
 * progress and clients that still read have ten. Call it before other listeners of requests are added.
 */
export function gracefulClose(server: Server): (endStreams: () => Promise<void>) => Promise<void> {
  const open = new Map<Socket, Connection>();
  let isClosing = false;
  let isReuseOver = false;
  // `closeIdleConnections` of Node would also cut off a response that was written but not sent, because its client reads slowly.
  const endIfIdle = (socket: Socket, { requests, usedBytes }: Connection) => {
    if (requests === 0 && usedBytes === socket.bytesRead) socket.destroySoon();
  };
  server.on("connection", (socket) => {
    open.set(socket, { requests: 0, lastResponse: null, usedBytes: null });
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const connection = open.get(socket);
    if (!connection) return;
    // Of requests that were sent at once (pipelining), only the last one ends the connection.
    if (isClosing && connection.lastResponse?.headersSent === false)
      connection.lastResponse.setHeader("connection", "keep-alive");
    connection.requests++;
    connection.lastResponse = response;
    if (isClosing) response.setHeader("connection", "close");
    response.once("close", () => {
      connection.requests--;
      connection.usedBytes = socket.bytesRead;
      if (connection.lastResponse === response) connection.lastResponse = null;
      // Its connection would wait for another request.
      if (isReuseOver) endIfIdle(socket, connection);
    });
  });
  return async (endStreams) => {
    isClosing = true;
    // That of `node:http` would end the idle connections at once.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    for (const { lastResponse } of open.values())
      if (lastResponse?.headersSent === false) lastResponse.setHeader("connection", "close");
    await endStreams();
    const cuts = [
      setTimeout(() => {
        isReuseOver = true;
        for (const [socket, connection] of open) endIfIdle(socket, connection);
      }, reuseMs),
      setTimeout(() => {
        for (const [socket, { requests }] of open)
          if (requests === 0 && socket.writableLength === 0) socket.destroy();
      }, unusedMs),
      setTimeout(() => server.closeAllConnections(), requestMs),
    ];
    await closed;
    for (const cut of cuts) clearTimeout(cut);
  };
}
