import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * When a connection ends, closes its responses that wait behind another one (pipelining). Node emits `close` only for the response
 * that is being sent. A stream in one that waits would keep its place among the requests under way for good.
 */
export function closeQueuedResponses(server: Server): void {
  const queued = new WeakMap<Socket, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    // Only a response that waits for its turn has no socket, so other requests cost nothing.
    if (response.socket) return;
    const responses = queued.get(socket) ?? closedWith(socket);
    queued.set(socket, responses);
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
}

/** Returns a set of responses of which those that still wait are closed when the connection ends. */
function closedWith(socket: Socket): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  socket.once("close", () => {
    for (const response of responses) if (response.socket === null) close(response);
  });
  return responses;
}

function close(response: ServerResponse): void {
  response.destroy();
  response.emit("close");
}
