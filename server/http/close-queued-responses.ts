import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Closes the responses to pipelined requests whose turn had not come when their connection ended. Node emits `close` for the one
 * that is being sent only; a stream in one of the others would keep its place among the requests under way for good.
 */
export function closeQueuedResponses(server: Server): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  server.on("connection", (socket) => {
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    socket.once("close", () => {
      for (const response of responses) if (response.socket === null) close(response);
    });
  });
  server.on("request", ({ socket }, response) => {
    const responses = open.get(socket);
    responses?.add(response);
    response.once("close", () => responses?.delete(response));
  });
}

function close(response: ServerResponse): void {
  response.destroy();
  response.emit("close");
}
