import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { uuidv7 } from "uuidv7";
import type { Database, Sql } from "@/db/client";
import { announce } from "@/lib/changes/announce";
import type { Answer } from "@/lib/inbox/receive";
import { onRequest, type ReceptionOptions } from "./on-request";

type Listening = { socket: string; close(): Promise<void> };

/**
 * Returns the receiver of the built-in inbox: an HTTP server in this process, on a socket that only its own user may open.
 * It starts when `socket` is first called, and after a failure at the next call.
 */
export function startInbox(db: Database, sql: Sql) {
  let listening: Promise<Listening> | undefined;
  const stopping = new AbortController();
  const received = ({ accountId, binId }: Answer) =>
    announce(sql, { kind: "inbox", account: accountId, id: binId });

  async function start(): Promise<Listening> {
    try {
      return await listen({ db, stopping: stopping.signal, received });
    } catch (error) {
      listening = undefined;
      throw error;
    }
  }

  return {
    async socket(): Promise<string> {
      listening ??= start();
      return (await listening).socket;
    },
    async stop(): Promise<void> {
      stopping.abort();
      const started = await listening?.catch(() => null);
      await started?.close();
    },
  };
}

async function listen(reception: ReceptionOptions): Promise<Listening> {
  const place = await createSocketPath();
  const server = createServer((request, response) => onRequest(reception, request, response));
  server.requestTimeout = 30_000;
  try {
    assertShort(place.socket);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(place.socket, resolve);
    });
  } catch (error) {
    await place.remove();
    throw error;
  }
  return {
    socket: place.socket,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await place.remove();
    },
  };
}

/** Bytes that the path of a socket may have on every system: 104 on macOS, with a byte for its end. */
const pathLimit = 103;

/** @throws Error for a path that the system would cut: the socket would be outside of its folder, where other users may open it */
function assertShort(socket: string): void {
  if (Buffer.byteLength(socket) <= pathLimit) return;
  throw new Error(
    `The path of the inbox's socket is longer than ${pathLimit} bytes: ${socket}. Set TMPDIR to a shorter folder.`,
  );
}

/** Returns a socket path in a folder that only this user may open (`mkdtemp`); on Windows, a named pipe. */
async function createSocketPath() {
  if (process.platform === "win32") {
    return { socket: `\\\\.\\pipe\\postback-inbox-${uuidv7()}`, remove: async () => {} };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "postback-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  return { socket: path.join(folder, "inbox.sock"), remove };
}
