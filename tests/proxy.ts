import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands before a server so that a test can take that server away and bring it back. */
export async function startProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;

  const proxy = createServer((client) => {
    if (isCut) {
      refused++;
      client.destroy();
      return;
    }
    const server = connect(target);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          client.destroy();
          server.destroy();
        });
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: (proxy.address() as AddressInfo).port,
    /** Breaks every connection and refuses new ones. */
    cut,
    /** Connections turned away so far. */
    refused: () => refused,
    mend(): void {
      isCut = false;
    },
    async close(): Promise<void> {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
