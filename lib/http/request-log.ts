import { env } from "@/lib/env";
import { log } from "@/lib/log";
import type { Problem } from "@/lib/protocol/problem";
import type { ApiRequest } from "./api-request";
import { LogSample } from "./log-sample";
import { addressOf } from "./request-source";

/** What is known of a request that is answered. `path` is the pattern of its path, such as `/v1/webhooks/{id}`. */
export type Known = Partial<ApiRequest> & { path?: string | undefined };

/** Fields of a line about a request. Never its query, body, headers or the values of its path: any may be a secret. */
type Fields = {
  requestId: string;
  method?: string | undefined;
  path?: string | undefined;
  keyId?: string | undefined;
  userId?: string | undefined;
  accountId?: string | undefined;
  address?: string | undefined;
  durationMs?: number | undefined;
};

const sample = new LogSample((notLogged) => log.info({ notLogged }, "request refused"));

export function fieldsOf(requestId: string, { request, ...known }: Known): Fields {
  const { endpoint, path = endpoint?.path, startedAt } = known;
  const { actor, accountId } = known.caller ?? known.repeatedFor ?? {};
  return {
    requestId,
    method: request?.method,
    path,
    ...(actor?.kind === "key" && { keyId: actor.keyId }),
    ...(actor?.kind === "user" && { userId: actor.userId }),
    accountId: accountId ?? undefined,
    address: request && addressOf(request),
    durationMs: startedAt && Math.round(performance.now() - startedAt),
  };
}

/** Writes a line about a request that was answered as asked, if LOG_REQUESTS is `all`. */
export function logAnswered(requestId: string, known: Known, status: number): void {
  if (env().LOG_REQUESTS !== "all") return;
  log.info({ ...fieldsOf(requestId, known), status }, "request answered");
}

/**
 * Writes a line about a refused request, unless LOG_REQUESTS is `off`. Of those of one caller with one code only a sample
 * is written, unless it is `all`. The caller is the key, the user or the address.
 */
export function logRefused(fields: Fields, { status, code }: Problem): void {
  const { LOG_REQUESTS } = env();
  if (LOG_REQUESTS === "off") return;
  const write = (notLogged: number) =>
    log[status >= 500 ? "warn" : "info"](
      { ...fields, status, code, ...(notLogged > 0 && { notLogged }) },
      "request refused",
    );
  if (LOG_REQUESTS === "all") write(0);
  else sample.note(`${fields.keyId ?? fields.userId ?? fields.address} ${code}`, write);
}
