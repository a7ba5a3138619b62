import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { carry, type Trouble } from "./chaos/line";

/** `up` goes to the server, `down` comes from it. */
export type Troubles = { up?: Trouble; down?: Trouble };

type Pair = [client: Socket, server: Socket];

/**
 * TCP proxy in front of a server, with which a test can take the server away, bring it back or disturb the line.
 * Faults apply to open and new connections until `mend`.
 */
export async function startProxy(target: { host: string; port: number }) {
  const pairs = new Set<Pair>();
  const dropped = new Set<Pair>();
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
    const pair: Pair = [client, server];
    pairs.add(pair);
    for (const socket of pair) {
      socket
        .on("error", () => {})
        .on("close", (broken) => {
          pairs.delete(pair);
          void partWith(pair, broken);
        });
    }
    const silent = { silent: true };
    carry({ from: client, to: server }, () => (dropped.has(pair) ? silent : (troubles.up ?? {})));
    carry({ from: server, to: client }, () => (dropped.has(pair) ? silent : (troubles.down ?? {})));
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  /** A silent line does not forward the end of the connection either. */
  async function partWith(pair: Pair, broken: boolean): Promise<void> {
    while (troubles.up?.silent || troubles.down?.silent) await delay(5);
    // The other side is not informed either: its end of the connection stays until the proxy closes.
    if (dropped.has(pair)) return;
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
    for (const socket of [...pairs, ...dropped].flat()) end(socket);
    dropped.clear();
  }

  return {
    port: (proxy.address() as AddressInfo).port,
    /** Breaks every connection and refuses new ones. */
    cut: () => takeAway("cut"),
    /** The same with RST, like a machine that restarted. */
    reset: () => takeAway("reset"),
    /** Latency, slow drip, silence, a break after some bytes: set separately for each direction. */
    trouble(next: Troubles): void {
      troubles = next;
    },
    /** Accepts everything and forwards nothing, like a machine behind a firewall that drops its packets. */
    silence(): void {
      troubles = { up: { silent: true }, down: { silent: true } };
    },
    /**
     * Drops the open connections silently, as a firewall or a NAT does: neither side receives anything more, not even the
     * end. New connections pass.
     */
    dropFlows(): void {
      for (const pair of pairs) dropped.add(pair);
    },
    /** Refused connections so far. */
    refused: () => refused,
    /** Open connections. */
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
