import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { GET as alive } from "@/app/healthz/route";
import { GET as measured } from "@/app/metrics/route";
import { GET as ready } from "@/app/readyz/route";
import { databaseUrls } from "@/lib/database-urls";
import { env } from "@/lib/env";
import { followDiskFull } from "@/lib/full-disk";
import { closeDatabase } from "@/lib/http/database";
import { followAccess } from "@/lib/http/follow-access";
import { plainPolicy, securityHeaders } from "@/lib/http/security-headers";
import { endStreams } from "@/lib/http/streams";
import { transportHeaders } from "@/lib/http/transport-headers";
import { log } from "@/lib/log";
import { commit, service } from "@/lib/version";
import { root } from "@/server/supervisor/root";
import { closeQueuedResponses } from "./close-queued-responses";
import { dispatch } from "./dispatch";
import { gracefulClose } from "./graceful-close";
import { answerMalformed } from "./malformed";
import { lazyNext } from "./pages/lazy-next";
import { pageListener } from "./pages/listen";
import { logConsole } from "./pages/log-console";
import { PreparedPages } from "./pages/prepared-pages";
import { isPublicPage } from "./pages/public-pages";
import type { PageHandler } from "./pages/render";
import { hasOneHost, pathOf, refuseHost, refuseMethod } from "./request-form";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const api: Listener = getRequestListener(
  (request, { incoming }) => dispatch(request, incoming.socket.remoteAddress),
  { errorHandler: refuseHost },
);
/** Their answers do not depend on the host. */
const probes: Record<string, Listener> = {
  "/healthz": getRequestListener(alive, { hostname: "localhost", errorHandler: refuseHost }),
  "/readyz": getRequestListener(ready, { hostname: "localhost", errorHandler: refuseHost }),
  "/metrics": getRequestListener(measured, { hostname: "localhost", errorHandler: refuseHost }),
};

const refused: Record<"host" | "method", Listener> = {
  host: getRequestListener(refuseHost, { errorHandler: refuseHost }),
  method: getRequestListener(refuseMethod, { errorHandler: refuseHost }),
};

function isOfApi(path: string): boolean {
  return path === "/v1" || path.startsWith("/v1/");
}

/** X-Forwarded-Proto is untrusted here; it only adds HSTS. */
function transportOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(transportHeaders(headers.host, String(headers["x-forwarded-proto"])));
}

/**
 * Serves the API and the pages. `stop` accepts no new requests and waits ten seconds for those in progress.
 * @param handOff stopped after the last request, before the database is closed
 */
export function startWeb(handOff: { stop(): Promise<void> }) {
  const dev = process.env.NODE_ENV !== "production";
  if (!dev) logConsole();
  const { HOST, PORT } = env();
  // Default header; a handler may override it.
  const always = Object.entries({
    ...securityHeaders,
    "content-security-policy": plainPolicy,
  });
  // Without a Host header Node would answer by itself, not in the API's error format.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: 5_000 });
  // Next listens for upgrades on the server it is given, and drops requests that offer one, as Java's client always does.
  const httpServer = dev ? server : createServer();
  const close = gracefulClose(server);
  closeQueuedResponses(server);
  const next = lazyNext({ dev, dir: root, hostname: HOST, port: PORT, httpServer });

  const draw: PageHandler = async (request, response) =>
    (await next.get()).getRequestHandler()(request, response);
  const publicPages = new PreparedPages();
  if (!dev) publicPages.start();
  const page = pageListener(draw, { publicPages, dev });

  function listenerOf(request: IncomingMessage): Listener {
    const url = pathOf(request);
    if (url === null) return refused.host;
    request.url = url;
    const [path = "/"] = url.split("?", 1);
    const probe = probes[path];
    if (!hasOneHost(request, probe !== undefined)) return refused.host;
    return probe ?? apiOrPage(path, request.method);
  }

  function apiOrPage(path: string, method: string | undefined): Listener {
    // In development Next serves the API too, for hot reload.
    if (dev) return page;
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && isPublicPage(path)) return page;
    // The API goes directly to the route modules, at a quarter of the CPU that Next would use; the rest goes to Next.
    if (isOfApi(path)) return api;
    return isRead ? page : refused.method;
  }

  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  // Idle time: a client that stops reading a response is disconnected.
  server.timeout = 90_000;
  server.on("clientError", answerMalformed);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("request", (request, response) => {
    const listener = listenerOf(request);
    // The API sets its own security headers.
    const headers = listener === api ? transportOf(request) : [...always, ...transportOf(request)];
    for (const [name, value] of headers) response.setHeader(name, value);
    listener(request, response);
  });
  const { direct } = databaseUrls();
  const [access, diskFull] = [followAccess(direct), followDiskFull(direct)];
  server.listen(PORT, HOST, () =>
    log.info({ address: server.address(), version: service.version, commit }, "web listening"),
  );

  return {
    async stop(): Promise<void> {
      publicPages.stop();
      await close(endStreams);
      await Promise.all([next.close(), access.stop(), diskFull.stop(), handOff.stop()]);
      await closeDatabase();
    },
  };
}
