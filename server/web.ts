import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { GET as alive } from "@/app/healthz/route";
import { GET as measured } from "@/app/metrics/route";
import { GET as ready } from "@/app/readyz/route";
import { env } from "@/lib/env";
import { closeDatabase } from "@/lib/http/database";
import { plainPolicy, securityHeaders } from "@/lib/http/security-headers";
import { endStreams } from "@/lib/http/streams";
import { transportHeaders } from "@/lib/http/transport-headers";
import { log } from "@/lib/log";
import { dispatch } from "./dispatch";
import { answerMalformed } from "./malformed";
import { hasOneHost, pathOf, refuseHost, refuseMethod } from "./request-form";

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const api: Listener = getRequestListener(
  (request, { incoming }) => dispatch(request, incoming.socket.remoteAddress),
  { errorHandler: refuseHost },
);
const probes: Record<string, Listener> = {
  "/healthz": getRequestListener(alive),
  "/readyz": getRequestListener(ready),
  "/metrics": getRequestListener(measured),
};

const refused: Record<"host" | "method", Listener> = {
  host: getRequestListener(refuseHost, { errorHandler: refuseHost }),
  method: getRequestListener(refuseMethod, { errorHandler: refuseHost }),
};

/** Who claims to have come by https gets no more than a header more. */
function transportOf({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(transportHeaders(headers.host, String(headers["x-forwarded-proto"])));
}

/** Answers the API and the pages. `stop` takes nothing new and lets what is under way be answered. */
export function startWeb() {
  const dev = process.env.NODE_ENV !== "production";
  const { HOST, PORT } = env();
  // Whoever answers may say it better; nobody can forget it.
  const always = Object.entries({
    ...securityHeaders,
    "content-security-policy": plainPolicy,
  });
  // Without a Host header Node would answer by itself, and not in the shape of the API.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: 5_000 });
  // Next listens for upgrades on the server it is given, and drops whoever offers one, as Java's client does each time.
  const httpServer = dev ? server : createServer();
  const pages = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT, httpServer });
  // The API does not wait until the pages are prepared.
  const prepared = pages.prepare();

  async function page(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Sign-in leads back to where somebody wanted to go; only this header tells a page its own address.
    request.headers["x-postback-path"] = request.url;
    await prepared;
    await pages.getRequestHandler()(request, response);
  }

  function listenerOf(request: IncomingMessage): Listener {
    const url = pathOf(request);
    if (url === null || !hasOneHost(request)) return refused.host;
    request.url = url;
    const [path = "/"] = url.split("?", 1);
    // The API goes straight to the route modules, at a quarter of the CPU Next would take; the rest to Next.
    // While developing Next serves the API too, for its hot reload.
    const isApi = !dev && (path === "/v1" || path.startsWith("/v1/"));
    if (probes[path] || isApi) return probes[path] ?? api;
    return request.method === "GET" || request.method === "HEAD" || dev ? page : refused.method;
  }

  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000;
  // Of silence: whoever stops reading an answer is not waited for.
  server.timeout = 90_000;
  server.on("clientError", answerMalformed);
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("request", (request, response) => {
    for (const [name, value] of [...always, ...transportOf(request)])
      response.setHeader(name, value);
    listenerOf(request)(request, response);
  });
  server.listen(PORT, HOST, () => log.info({ address: server.address() }, "web listens"));

  return {
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      await endStreams();
      server.closeIdleConnections();
      // A browser keeps connections open on which it never asked anything; Node counts those as busy.
      const cut = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(cut);
      await pages.close();
      await closeDatabase();
    },
  };
}
