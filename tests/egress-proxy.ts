import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** What it does with a request: opens the way, answers with another status, or says nothing. */
type Manner = "open" | "silent" | number;

/** An HTTP proxy on 127.0.0.1 for which every name leads to this machine. */
export async function startEgressProxy() {
  /** Every connection that was asked for, as `host:port`, with the credentials that came along. */
  const asked: { authority: string | undefined; authorization: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  let manner: Manner = "open";

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
    behave(next: Manner): void {
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
