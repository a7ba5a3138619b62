import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** Behaviour: opens the tunnel, returns another status, or does not respond. */
type Behaviour = "open" | "silent" | number;

/** An HTTP proxy on 127.0.0.1 that resolves every name to this machine. */
export async function startEgressProxy() {
  /** Requested connections, as `host:port`, with their credentials. */
  const asked: { authority: string | undefined; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  let manner: Behaviour = "open";

  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, client: Socket) => {
    asked.push({
      authority: request.url,
      authorization: request.headers["proxy-authorization"],
    });
    if (manner === "open") join(client, Number(request.url?.split(":").at(-1)));
    else if (manner !== "silent") client.end(`HTTP/1.1 ${manner} Refused\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    asked,
    behave(next: Behaviour): void {
      manner = next;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type EgressProxy = Awaited<ReturnType<typeof startEgressProxy>>;

function join(client: Socket, port: number): void {
  const receiver = connect(port, "127.0.0.1", () => {
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    receiver.pipe(client).pipe(receiver);
  });
  receiver.on("error", () => client.destroy());
  client.on("close", () => receiver.destroy());
}
