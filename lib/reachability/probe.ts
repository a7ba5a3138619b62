import { type Dispatcher, errors } from "undici";
import { ConnectFailure } from "@/lib/outbound/connect-failure";
import { service } from "@/lib/version";
import type { ReachabilityCheck } from "./contract";

/** Time for the whole test. Not measured. */
const timeoutMs = 6000;

/** Sends one OPTIONS request through the guarded agent. Reads only the status of the response. */
export async function probe(callbackUrl: string, agent: Dispatcher): Promise<ReachabilityCheck> {
  const { origin, pathname, search, protocol } = new URL(callbackUrl);
  try {
    const { statusCode, body } = await agent.request({
      origin,
      path: pathname + search,
      method: "OPTIONS",
      headers: { "user-agent": `${service.name}/${service.version}` },
      reset: true,
      headersTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    });
    body.on("error", () => {}).destroy();
    return answered(statusCode, protocol === "https:");
  } catch (error) {
    return failed(error);
  }
}

function answered(statusCode: number, secure: boolean): ReachabilityCheck {
  const way = secure ? "The receiver is reached, TLS works" : "The receiver is reached";
  const base = { statusCode, reachable: true };
  if (statusCode >= 500) {
    const message = `${way}, but it answered ${statusCode} to OPTIONS: the receiver may have a problem.`;
    return { ...base, finding: "error", message };
  }
  if (statusCode >= 300 && statusCode < 400) {
    const message = `The receiver answered ${statusCode}, a redirect. Redirects are not followed: use the URL it redirects to.`;
    return { ...base, finding: "redirect", reachable: false, message };
  }
  if (statusCode === 404 || statusCode === 410) {
    const message = `${way}, but it answered ${statusCode} to OPTIONS: check the path.`;
    return { ...base, finding: "answered", message };
  }
  const fine = statusCode < 300 ? "" : ", which is fine";
  return {
    ...base,
    finding: "answered",
    message: `${way}${secure ? "," : ""} and it answered ${statusCode} to OPTIONS${fine}.`,
  };
}

function failed(error: unknown): ReachabilityCheck {
  if (error instanceof ConnectFailure) {
    return { finding: error.reason, reachable: false, message: error.message };
  }
  const { name, code } = error as { name?: string; code?: string };
  if (name === "TimeoutError" || code === "UND_ERR_HEADERS_TIMEOUT") {
    const message = `The receiver accepted the connection and did not answer OPTIONS within ${timeoutMs / 1000} s.`;
    return { finding: "timeout", reachable: true, message };
  }
  return { finding: "error", reachable: true, message: brokenSentence(error as Error) };
}

/** Says what a receiver did after it accepted the connection, other than answering. */
function brokenSentence(error: Error): string {
  const accepted = "The receiver accepted the connection";
  if (error instanceof errors.HeadersOverflowError)
    return `${accepted}, but answered OPTIONS with more than 16 KiB of headers.`;
  // Such as the greeting of another protocol.
  if (error instanceof errors.HTTPParserError || error.message.startsWith("bad "))
    return `${accepted}, but its answer to OPTIONS is not valid HTTP: check the port.`;
  return `${accepted} and closed it without answering OPTIONS.`;
}
