import { env } from "@/lib/env";
import { answer, requestIdOf } from "@/lib/http/answer";
import { database } from "@/lib/http/database";
import { allows, metricsType, scrape } from "@/lib/metrics/scrape";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { installationFacts } from "@/lib/stats/installation";

/** Metrics for a scraper with the token; 404 unless a token is configured. */
export async function GET(request: Request): Promise<Response> {
  const requestId = requestIdOf(request);
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN)
    return answer(404, { code: 40401, message: "There is nothing at this path." }, requestId);
  if (!allows(METRICS_TOKEN, request.headers.get("authorization"))) {
    const headers = new ResponseHeaders({ "www-authenticate": "Bearer" });
    const body = { code: 40100, message: "Send the metrics token as a bearer token." };
    return answer(401, body, requestId, headers);
  }
  const text = await scrape(() => installationFacts(database()));
  return new Response(text, {
    headers: { "content-type": metricsType(), "cache-control": "no-store" },
  });
}
