import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { carry, type Trouble } from "./chaos/line";

/** `up` goes to the server, `down` comes from it. */
export type Troubles = { up?: Trouble; down?: Trouble };

/**
 * Stands before a server, so that a test can take that server away and bring it back, or trouble the line to it.
 * All it does holds for connections that are open and for those to come, until `mend`.
 */
export async function startProxy(target: { host: string; port: number }) {
  const pairs = new Set<[client: Socket, server: Socket]>();
  let away: "cut" | "reset" | null = null;
  let troubles: Troubles = {};
  let refused = 0;

  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    client.on("error", () => {});
    if (away) {
      refused++;
      end(client);
      return;
    }
    const server = connect({ ...target, allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    const pair: [Socket, Socket] = [client, server];
    pairs.add(pair);
    for (const socket of pair) {
      socket
        .on("error", () => {})
        .on("close", (broken) => {
          pairs.delete(pair);
          void partWith(pair, broken);
        });
    }
    carry({ from: client, to: server }, () => troubles.up ?? {});
    carry({ from: server, to: client }, () => troubles.down ?? {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  /** Through a silent line not even the end is heard. */
  async function partWith(pair: [Socket, Socket], broken: boolean): Promise<void> {
    while (troubles.up?.silent || troubles.down?.silent) await delay(5);
    for (const socket of pair) {
      if (broken) socket.resetAndDestroy();
      else socket.destroy();
    }
  }

  function end(socket: Socket): void {
    if (away === "reset") socket.resetAndDestroy();
    else socket.destroy();
  }

  function takeAway(how: "cut" | "reset"): void {
    away = how;
    troubles = {};
    for (const socket of [...pairs].flat()) end(socket);
  }

  return {
    port: (proxy.address() as AddressInfo).port,
    /** Breaks every connection and refuses new ones. */
    cut: () => takeAway("cut"),
    /** The same by RST, as a machine that restarted. */
    reset: () => takeAway("reset"),
    /** Latency, slow drip, silence, a break after so many bytes: each direction has its own. */
    trouble(next: Troubles): void {
      troubles = next;
    },
    /** Takes everything and says nothing, as a machine behind a firewall that drops its packets. */
    silence(): void {
      troubles = { up: { silent: true }, down: { silent: true } };
    },
    /** Connections turned away so far. */
    refused: () => refused,
    /** Connections that are open. */
    open: () => pairs.size,
    mend(): void {
      away = null;
      troubles = {};
    },
    async close(): Promise<void> {
      takeAway("cut");
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
export type ChaosProxy = Awaited<ReturnType<typeof startProxy>>;
