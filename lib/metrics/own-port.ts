import { createServer } from "node:http";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { allows, type InstallationFacts, metricsType, scrape } from "./scrape";

/** Serves `/metrics` on METRICS_PORT if it is set, for a network that only the scraper reaches. */
export function serveMetrics(readFacts: () => Promise<InstallationFacts>) {
  const { METRICS_PORT, METRICS_TOKEN, HOST } = env();
  if (METRICS_PORT === undefined) return { stop: async () => {} };
  const server = createServer(async (request, response) => {
    if (request.url?.split("?")[0] !== "/metrics") return response.writeHead(404).end();
    if (METRICS_TOKEN && !allows(METRICS_TOKEN, request.headers.authorization))
      return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    const text = await scrape(readFacts);
    return response.writeHead(200, { "content-type": metricsType() }).end(text);
  });
  server.on("error", (error) =>
    log.error({ err: error, port: METRICS_PORT }, "metrics server failed"),
  );
  server.listen(METRICS_PORT, HOST, () =>
    log.info({ port: METRICS_PORT }, "metrics server started"),
  );
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
