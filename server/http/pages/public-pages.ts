import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { requestIdFrom } from "@/lib/http/answer";
import { publicOrigin } from "@/lib/http/public-origin";
import { withoutTrailingSlashes } from "../request-form";
import { type FinishedPage, finish, uncompressed } from "./finish";
import { PageCache } from "./page-cache";
import type { PreparedPages } from "./prepared-pages";
import { type PageHandler, render } from "./render";
import { hasLooks, lookOf, missingPage, type Template, templateOrigin } from "./template";

const cacheBytes = 32 * 1024 * 1024;

/** Returns whether a page is the same for all clients with the same address of the installation and look. */
export function isPublicPage(path: string): boolean {
  return /^\/(docs(\/.*)?|(login|invite|enter)\/?|(v1\/)?openapi\.json|llms\.txt)$/.test(path);
}

/** A page of one origin in one look. `name` is its key in the cache. */
type Page = { path: string; origin: string; look: string; name: string };

/**
 * Answers public pages from memory. They are made from templates, which a process of its own renders. If that fails, Next
 * renders each page on its first request.
 */
export class PublicPages {
  readonly #cache = new PageCache(cacheBytes);
  readonly #handler: PageHandler;
  readonly #prepared: PreparedPages;
  /** Renders are serialised, because they share one thread. */
  #rendering: Promise<unknown> = Promise.resolve();

  constructor(handler: PageHandler, prepared: PreparedPages) {
    this.#handler = handler;
    this.#prepared = prepared;
  }

  /** Returns whether the response is in memory. */
  has(request: IncomingMessage): boolean {
    return this.#cache.get(this.#pageOf(request).name) !== undefined;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = this.#pageOf(request);
    const finished = this.#cache.get(page.name) ?? (await this.#make(page, request.headers.host));
    await send(finished, request, response);
  }

  /** Every unknown address is one page. */
  #pageOf(request: IncomingMessage): Page {
    const asked = pathOf(request);
    const path = this.#prepared.isUnknown(asked) ? missingPage : asked;
    const look = hasLooks(path) ? lookOf(request.headers.cookie) : "";
    const origin = publicOrigin(request.headers.host);
    return { path, origin, look, name: JSON.stringify([path, origin, look]) };
  }

  #make({ path, origin, look, name }: Page, host: string | undefined): Promise<FinishedPage> {
    const make = async () => {
      const template = await this.#prepared.get(path, look);
      if (template) return finish(await fill(template, origin));
      return this.#render(path, { host, cookie: look });
    };
    return this.#cache.make(name, make, path === missingPage);
  }

  async #render(path: string, headers: IncomingHttpHeaders): Promise<FinishedPage> {
    const turn = this.#rendering.then(() => render(this.#handler, path, headers));
    this.#rendering = turn.catch(() => null);
    return finish(await turn);
  }
}

async function fill({ body, ...template }: Template, origin: string) {
  const text = (await uncompressed(body)).toString();
  return { ...template, body: Buffer.from(text.replaceAll(templateOrigin, origin)) };
}

async function send(page: FinishedPage, request: IncomingMessage, response: ServerResponse) {
  const coding = codingOf(request);
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
  return tags.includes(etag) || tags.includes("*");
}

const codings = ["br", "gzip"] as const;

/** Returns the best coding that the client accepts (RFC 9110 §12.5.3), whatever the order of its weights. */
function codingOf(request: IncomingMessage): (typeof codings)[number] | "identity" {
  const accepted = new Negotiator(request).encodings([...codings]);
  return codings.find((coding) => accepted.includes(coding)) ?? "identity";
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const [path = "/"] = url.split("?", 1);
  return withoutTrailingSlashes(path);
}
