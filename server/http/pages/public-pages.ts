import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { requestIdFrom } from "@/lib/http/answer";
import { cookieOf } from "@/lib/preferences";
import { type FinishedPage, finish, uncompressed } from "./finish";
import { PageCache } from "./page-cache";
import { type PageHandler, render } from "./render";

const cacheBytes = 32 * 1024 * 1024;
/** Preference cookies that affect rendering. All others are ignored on these pages. */
const drawn = [cookieOf.theme, cookieOf.density];

/** Returns whether a page is the same for all clients with the same address of the installation and look. */
export function isPublicPage(path: string): boolean {
  return /^\/(docs(\/.*)?|login\/?|(v1\/)?openapi\.json|llms\.txt)$/.test(path);
}

/** Answers public pages from memory, and has Next render each once. */
export class PublicPages {
  readonly #cache = new PageCache(cacheBytes);
  readonly #handler: PageHandler;
  /** Renders are serialised, because they share one thread. */
  #rendering: Promise<unknown> = Promise.resolve();

  constructor(handler: PageHandler) {
    this.#handler = handler;
  }

  /** Returns whether the response needs no rendering. */
  has(request: IncomingMessage): boolean {
    return this.#cache.get(keyOf(request)) !== undefined;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = keyOf(request);
    const page = this.#cache.get(key) ?? (await this.#cache.make(key, () => this.#make(request)));
    await send(page, request, response);
  }

  async #make(request: IncomingMessage): Promise<FinishedPage> {
    const turn = this.#rendering.then(() =>
      render(this.#handler, pathOf(request), headersOf(request)),
    );
    this.#rendering = turn.catch(() => null);
    return finish(await turn);
  }
}

async function send(page: FinishedPage, request: IncomingMessage, response: ServerResponse) {
  const coding = codingOf(request.headers["accept-encoding"]);
  const etag = page.etag.replace(/"$/, `-${coding}"`);
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.setHeader("etag", etag);
  response.setHeader("x-request-id", requestIdFrom(request.headers["x-request-id"]));
  const isFound = page.status === 200;
  if (isFound && isKnown(request.headers["if-none-match"], etag)) {
    return void response.writeHead(304).end();
  }
  const body = coding === "identity" ? await uncompressed(page.bodies.gzip) : page.bodies[coding];
  if (coding !== "identity") response.setHeader("content-encoding", coding);
  response.setHeader("content-length", body.length);
  response.writeHead(page.status).end(request.method === "HEAD" ? undefined : body);
}

function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag);
}

/** Returns the best coding that the client accepts (RFC 9110 §12.5.3), ignoring weights. */
function codingOf(accepted: string | string[] | undefined): "br" | "gzip" | "identity" {
  const taken = String(accepted ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";", 1)[0]);
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") || taken.includes("*") ? "gzip" : "identity";
}

function keyOf(request: IncomingMessage): string {
  const origin = env().PUBLIC_URL ?? request.headers.host ?? "";
  return JSON.stringify([pathOf(request), origin, looksOf(request)]);
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const [path = "/"] = url.split("?", 1);
  return path.replace(/(?<=.)\/+$/, "");
}

/** Headers for Next: only those by which a page may differ. */
function headersOf(request: IncomingMessage): IncomingHttpHeaders {
  return { host: request.headers.host, cookie: looksOf(request) };
}

/** Known values only; otherwise every forged one would be a separate page. */
function looksOf({ headers }: IncomingMessage): string {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const looks = pairs.filter((pair) => drawn.some((name) => pair.startsWith(`${name}=`)));
  return looks
    .filter((pair) => /=(light|dark|compact)$/.test(pair))
    .sort()
    .slice(0, 2)
    .join("; ");
}
