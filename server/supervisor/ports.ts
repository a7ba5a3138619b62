import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "./cannot-start";

/** Below the ephemeral port range, so that the port stays free while its server restarts. */
export async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

/** Returns whether a port of this machine is free. */
export async function isFree(port: number): Promise<boolean> {
  return (await whyNot(port, "127.0.0.1")) === null;
}

/** Returns the system's reason for refusing to listen, such as `EADDRINUSE`; null if it does not refuse. */
function whyNot(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
export function addressOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  return `http://${everywhere[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}

/** Returns the port to listen on: the requested one, or for 0 any free one. */
export async function decidePort(port: number): Promise<number> {
  return port === 0 ? choosePort() : port;
}

const lastPort = 65_535;

/**
 * Refuses metrics on the port of the API, and on ports that do not exist. `METRICS_PORT` and the ports that follow serve those of one process each.
 * @throws CannotStart
 */
export function assertMetricsApart(port: number, metricsPort?: number, workers = 0): void {
  if (metricsPort === undefined) return;
  const last = metricsPort + workers;
  const metrics =
    workers === 0
      ? `METRICS_PORT is ${metricsPort}`
      : `METRICS_PORT and WORKERS use the ports ${metricsPort} to ${last} for metrics`;
  if (last > lastPort)
    throw new CannotStart(`${metrics}, and the last port is ${lastPort}. Lower METRICS_PORT.`);
  if (port < metricsPort || port > last) return;
  throw new CannotStart(
    `Port ${port} cannot serve both the API and metrics: PORT is ${port}, and ${metrics}. Set METRICS_PORT to another.`,
  );
}

/** Waits for the port while processes of a killed predecessor may still hold it. */
export async function assertFree(host: string, port: number, timeoutMs: number): Promise<void> {
  const giveUp = Date.now() + timeoutMs;
  for (;;) {
    const reason = await whyNot(port, host);
    if (reason === null) return;
    if (reason !== "EADDRINUSE" || Date.now() > giveUp) {
      throw new CannotStart(explain(reason, host, port));
    }
    await delay(100);
  }
}

function explain(reason: string, host: string, port: number): string {
  switch (reason) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Stop the program that listens there, or set PORT to another.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Set PORT to one above 1023.`;
    default:
      return `Postback cannot listen on ${host} (${reason}). Set HOST to an address of this machine.`;
  }
}
