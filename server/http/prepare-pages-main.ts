import { createServer } from "node:http";
import { setPriority } from "node:os";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import next from "next";
import { contents } from "@/app/docs/contents";
import { recordSettings } from "@/lib/env";
import { root } from "@/server/supervisor/root";
import { adoptBuiltConfig } from "./pages/built-config";
import { render } from "./pages/render";
import {
  type FromRenderer,
  hasLooks,
  missingPage,
  type ToRenderer,
  templateHost,
} from "./pages/template";

/**
 * Renders every public page once in the look given, and sends the templates to the parent process, and the names of the
 * settings that it read meanwhile. A process of its own, because rendering holds a thread for up to a second. Pages for
 * which a visitor waits come first, then the sign-in page.
 */
setPriority(10);
process.on("disconnect", () => process.exit());

const settings = new Set<string>();
recordSettings((name) => settings.add(name));

const [, , look = ""] = process.argv;
const paths = [
  "/login",
  "/invite",
  "/enter",
  ...contents().flatMap(({ links }) => links.map(({ href }) => href)),
  ...[missingPage, "/openapi.json", "/v1/openapi.json", "/llms.txt"],
];

const wanted = new Set<ToRenderer>();
process.on("message", (path: ToRenderer) => wanted.add(path));

const send = promisify<FromRenderer, void>((message, sent) => process.send?.(message, sent));

async function renderAll(): Promise<void> {
  await send({ paths });
  await adoptBuiltConfig();
  // Without a server of its own Next looks for one at the socket of the request.
  const pages = next({ dev: false, dir: root, httpServer: createServer() });
  await pages.prepare();
  const handler = pages.getRequestHandler();
  const left = new Set(look === "" ? paths : paths.filter(hasLooks));
  for (let path = nextOf(left); path !== undefined; path = nextOf(left)) {
    left.delete(path);
    const headers = { host: templateHost, cookie: look };
    const { body, ...page } = await render((req, res) => handler(req, res), path, headers);
    assertAnswered(path, page.status);
    assertReplaceable(path, body.toString());
    await send({ path, template: { ...page, body: await promisify(gzip)(body) } });
  }
  await send({ settings: [...settings] });
}

/** Returns a page for which a visitor waits, or else the first. */
function nextOf(left: Set<string>): string | undefined {
  const [first] = left;
  return [...wanted].find((path) => left.has(path)) ?? first;
}

/**
 * Next answers 500 while its build is replaced, as by an upgrade in the same folder. Kept, that answer would outlive it.
 * @throws Error
 */
function assertAnswered(path: string, status: number): void {
  if (status >= 500) throw new Error(`${path} was answered with ${status}.`);
}

/**
 * Next sends a string of a kilobyte or more with its length before it (`1a:T4d2,`). The origin cannot be replaced there.
 * @throws Error
 */
function assertReplaceable(path: string, html: string): void {
  const pushed = [...html.matchAll(/self\.__next_f\.push\((\[1,.*?\])\)<\/script>/gs)];
  const flight = pushed.map(([, pair = ""]) => JSON.parse(pair)[1]).join("");
  for (const { 0: start, 1: length = "", index } of flight.matchAll(/[0-9a-f]+:T([0-9a-f]+),/g)) {
    const rest = Buffer.from(flight.slice(index + start.length));
    if (!rest.subarray(0, Number.parseInt(length, 16)).includes(templateHost)) continue;
    throw new Error(`${path} has the address of the installation in a long string; shorten it.`);
  }
}

// Next keeps the process alive after an error.
renderAll().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
