import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const slowMs = 6000;

/** The attacker's server: `/slow` responds after six seconds, `/hang` never, other paths at once. */
export async function startStranger() {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith("/hang")) return;
    const wait = request.url?.startsWith("/slow") ? slowMs : 0;
    setTimeout(() => response.writeHead(200).end(), wait);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 4096, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
