import { errors } from "undici";
import type { Cause } from "@/db/enums";
import { ConnectFailure } from "@/lib/outbound/connect-failure";
import { BadResponse, DeadlinePassed, type Exchange } from "./http-exchange";

type Classification = { cause: Cause | null; error: string | null };

type Result = Pick<Exchange, "statusCode" | "error" | "sent" | "written">;
type RequestConditions = { host: string; deadlineSeconds: number; isProxied: boolean };

/**
 * Classifies the result of an exchange. A final status line decides alone, whatever happens to the body. A success that
 * arrives before the whole request was written is a failure, because the receiver cannot have read it; an error status counts.
 */
export function classifyResult(
  { statusCode, error, sent, written }: Result,
  about: RequestConditions,
): Classification {
  if (statusCode !== null && statusCode < 300 && !written) {
    return {
      cause: "protocol",
      error: `${about.host} answered ${statusCode} before the request was written; the receiver must read the whole request first.`,
    };
  }
  if (statusCode !== null) return classifyStatus(statusCode, about.host);
  if (error instanceof ConnectFailure) return { cause: error.reason, error: error.message };
  if (error instanceof DeadlinePassed) {
    // Without a tunnel through the proxy, the receiver may not be the slow part.
    return {
      cause: about.isProxied && !sent ? "internal" : "timeout",
      error: timeoutSentence(sent, about),
    };
  }
  return classifyError(error, about.host);
}

function classifyStatus(status: number, host: string): Classification {
  if (status < 300) return { cause: null, error: null };
  const said = `${host} answered ${status}`;
  if (status < 400) {
    const advice = isRedirect(status) ? " Change the callback URL to the final address." : "";
    return { cause: "redirect", error: `${said}; redirects are not followed.${advice}` };
  }
  if (status === 410) {
    return {
      cause: "gone",
      error: `${said} Gone; the webhook is paused until it is resumed.`,
    };
  }
  if (status === 429) return { cause: "http_429", error: `${said}: too many requests.` };
  return { cause: status < 500 ? "http_4xx" : "http_5xx", error: `${said}.` };
}

/** Returns whether a 3xx names another address: RFC 9110, section 15.4. */
function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function timeoutSentence(sent: boolean, { host, deadlineSeconds }: RequestConditions): string {
  const limit = `within ${deadlineSeconds} s`;
  return sent
    ? `${host} accepted the request but did not respond ${limit}.`
    : `Could not connect to ${host} ${limit}.`;
}

const disconnections = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ECONNABORTED"]);

function classifyError(error: NodeJS.ErrnoException | null, host: string): Classification {
  const code = error?.code ?? "";
  const isMalformed =
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    error?.message.startsWith("bad ");
  if (error instanceof BadResponse || isMalformed) {
    return { cause: "body", error: `The response of ${host} is not valid HTTP.` };
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return { cause: "body", error: `${host} sent more than 16 KiB of response headers.` };
  }
  if (code === "ETIMEDOUT")
    return { cause: "timeout", error: `The connection to ${host} timed out.` };
  if (disconnections.has(code)) {
    return { cause: "connect", error: `${host} closed the connection before it responded.` };
  }
  return {
    cause: "internal",
    error: "The request failed inside Postback. See the log of the worker.",
  };
}
