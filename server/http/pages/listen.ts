import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import compression from "compression";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { clientAddress } from "@/lib/client-address";
import { env } from "@/lib/env";
import { refusal, requestIdFrom } from "@/lib/http/answer";
import { holdBack } from "@/lib/http/hold-back";
import { countPage } from "@/lib/http/page-limits";
import { setSocketAddress } from "@/lib/http/request-source";
import { streamPosition } from "@/lib/http/streams";
import { depthLimit, measure } from "@/lib/protocol/json-text";
import { Problem } from "@/lib/protocol/problem";
import { cookieName } from "@/lib/session/cookie";
import { holdDocument } from "./hold-document";
import { makeKeepable } from "./keepable";
import { renderFor } from "./log-console";
import type { PreparedPages } from "./prepared-pages";
import { isPublicPage, PublicPages } from "./public-pages";
import type { PageHandler } from "./render";
import { StaticFiles } from "./static-files";

/** Adds compression to a response. Its types are those of Express, but it needs only what Node has. */
const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

const positionHeader = "x-postback-stream-position";

type Discard = () => void;
type Preparation = {
  publicPages: PreparedPages;
  dev: boolean;
};

/**
 * Answers pages: public ones from the cache, the rest by Next, both limited by client address. In development Next serves
 * every page, for hot reload.
 */
export function pageListener(
  handler: PageHandler,
  { publicPages: preparedPages, dev }: Preparation,
): PageHandler {
  const publicPages = new PublicPages(handler, preparedPages);
  const files = dev ? null : new StaticFiles();

  return async (request, response) => {
    const { path, query } = partsOf(request.url);
    const isPublic = !dev && isPublicPage(path);
    let discard: Discard = () => {};
    const isDrawn = isPublic ? !publicPages.has(request) : !isInSession(request);
    try {
      assertWellFormed(path, query, request.headers);
      if (files?.has(path)) return files.answer(request, response, path);
      if (!dev) countPage(addressOf(request), { isDrawn });
      // Sign-in redirects back to the requested page; only this header tells a page its own URL.
      request.headers["x-postback-path"] = request.url;
      if (isPublic) return await publicPages.answer(request, response);
      compress(request, response, () => {});
      discard = await prepare(request, response);
      const requestId = requestIdFrom(request.headers["x-request-id"]);
      response.setHeader("x-request-id", requestId);
      const pageRequest = { requestId, path, address: addressOf(request) };
      await renderFor(pageRequest, () => handler(request, response));
    } catch (error) {
      discard();
      await refuse(error, request, response);
    }
  };
}

function partsOf(url = "/"): { path: string; query: string } {
  const start = url.indexOf("?");
  return start < 0
    ? { path: url, query: "" }
    : { path: url.slice(0, start), query: url.slice(start + 1) };
}

/** Returns a function that discards what is held back of a document. */
async function prepare(request: IncomingMessage, response: ServerResponse): Promise<Discard> {
  makeKeepable(response);
  await addStreamPosition(request);
  const isDocument = !("rsc" in request.headers);
  return isDocument ? holdDocument(response) : () => {};
}

/** Adds the position of the stream before the page reads its data: a browser asks for the changes after it. */
async function addStreamPosition(request: IncomingMessage): Promise<void> {
  const position = isInSession(request) && (await streamPosition());
  if (position) request.headers[positionHeader] = position;
  else delete request.headers[positionHeader];
}

/** Most parameters in the query of a page. Next takes quadratic time for those of one name: 3 s for 7,000, which fit into 16 KiB. */
const parameterLimit = 100;

/**
 * Refuses requests that Next would answer with 500 and a stack trace in the log, or would take too long for.
 * @throws Problem 40000
 */
function assertWellFormed(path: string, query: string, headers: IncomingHttpHeaders): void {
  if (!isDecodable(path)) {
    throw new Problem(40000, "The path contains a malformed escape, such as %zz.");
  }
  if (query.split("&", parameterLimit + 1).length > parameterLimit) {
    throw new Problem(40000, `The query has more than ${parameterLimit} parameters. Send fewer.`);
  }
  if (isRouterStateMalformed(headers)) {
    throw new Problem(40000, "The header next-router-state-tree is malformed. Leave it out.");
  }
}

function isDecodable(path: string): boolean {
  try {
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Returns whether the router state of a request is invalid, or nested so deeply that Next takes long for it: 0.2 s for 16 KiB. That of
 * our pages has about ten levels.
 */
function isRouterStateMalformed(headers: IncomingHttpHeaders): boolean {
  const state = headers["next-router-state-tree"];
  if (state === undefined) return false;
  try {
    if (measure(decodeURIComponent(String(state))).depth > depthLimit) return true;
    parseAndValidateFlightRouterState(state);
    return false;
  } catch {
    return true;
  }
}

async function refuse(error: unknown, request: IncomingMessage, response: ServerResponse) {
  if (response.headersSent) return void response.destroy();
  // Clients that ignore the limit of pages would take the CPU from others.
  if (error instanceof Problem && error.status === 429) await holdBack(addressOf(request) ?? "");
  const requestId = requestIdFrom(request.headers["x-request-id"]);
  const answer = (asRequest: Request) => {
    setSocketAddress(asRequest, request.socket.remoteAddress ?? "");
    return refusal(error, requestId, undefined, { request: asRequest });
  };
  void getRequestListener(answer)(request, response);
}

/** Returns whether the request has a session cookie. A forged cookie is bounded by the limit of all pages of an address. */
function isInSession({ headers }: IncomingMessage): boolean {
  return headers.cookie?.includes(`${cookieName()}=`) ?? false;
}

function addressOf({ socket, headers }: IncomingMessage): string | undefined {
  const forwarded = headers["x-forwarded-for"];
  return clientAddress(socket.remoteAddress, String(forwarded ?? ""), env().TRUST_PROXY);
}
