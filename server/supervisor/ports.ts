import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral port range, so that the port stays free while its server restarts. */
export async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port, "127.0.0.1")) return port;
  }
}

export async function isFree(port: number, host: string): Promise<boolean> {
  return (await whyNot(port, host)) === null;
}

/** Returns the system's reason for refusing to listen, such as `EADDRINUSE`; null if it does not refuse. */
export function whyNot(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
