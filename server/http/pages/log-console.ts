import { AsyncLocalStorage } from "node:async_hooks";
import { format, stripVTControlCharacters } from "node:util";
import { ResponseCut } from "@/lib/http/handle-stream";
import { logRefused } from "@/lib/http/request-log";
import { log } from "@/lib/log";
import { Problem } from "@/lib/protocol/problem";

/** Request that a page is rendered for. `path` has no query, and no ids. */
type PageRequest = { requestId: string; path: string; address: string | undefined };

type Rendering = { request: PageRequest; digests: Set<unknown> };

const rendering = new AsyncLocalStorage<Rendering>();

/** Runs the rendering of a page. What it writes to the console is logged with its request. */
export function renderFor<T>(request: PageRequest, render: () => T): T {
  const path = request.path.replace(ids, "{id}");
  return rendering.run({ request: { ...request, path }, digests: new Set() }, render);
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Writes to the log what Next and the server write to the console, such as the error of a page with its stack. */
export function logConsole(): void {
  console.error = (...parts: unknown[]) => writeEntry("error", parts);
  console.warn = (...parts: unknown[]) => writeEntry("warn", parts);
}

function writeEntry(level: "error" | "warn", parts: unknown[]): void {
  const { request, digests } = rendering.getStore() ?? {};
  const err = parts.find((part) => part instanceof Error);
  if (err instanceof ResponseCut) return;
  if (err instanceof Problem && request) {
    logRefused({ method: "GET", ...request }, err);
  } else if (err) {
    // The frame of a page and the page itself may fail alike.
    const digest = "digest" in err ? err.digest : undefined;
    if (digest !== undefined && digests?.has(digest)) return;
    digests?.add(digest);
    log[level]({ ...request, digest, err }, "page failed");
  } else {
    log[level]({ ...request, text: stripVTControlCharacters(format(...parts)) }, "console output");
  }
}
