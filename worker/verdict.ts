import { errors } from "undici";
import type { Cause } from "@/db/enums";
import { ConnectFailure } from "@/lib/outbound/connect-failure";
import { BadAnswer, DeadlinePassed, type Exchange } from "./exchange";

export type Verdict = { cause: Cause | null; error: string | null };

type Judged = Pick<Exchange, "statusCode" | "error" | "sent">;
type Circumstances = { host: string; deadlineSeconds: number; isProxied: boolean };

/** What an exchange means. A final status line decides alone, whatever became of the body. */
export function judge({ statusCode, error, sent }: Judged, about: Circumstances): Verdict {
  if (statusCode !== null) return judgeStatus(statusCode, about.host);
  if (error instanceof ConnectFailure) return { cause: error.reason, error: error.message };
  if (error instanceof DeadlinePassed) {
    // Before there is a way through the proxy, nobody knows whether the receiver is slow.
    return { cause: about.isProxied && !sent ? "internal" : "timeout", error: late(sent, about) };
  }
  return judgeBreak(error, about.host);
}

function judgeStatus(status: number, host: string): Verdict {
  if (status < 300) return { cause: null, error: null };
  const said = `${host} answered ${status}`;
  if (status < 400) {
    return {
      cause: "redirect",
      error: `${said}; redirects are not followed, so change the callback URL to where it leads.`,
    };
  }
  if (status === 410) {
    return {
      cause: "gone",
      error: `${said} Gone; the webhook is paused until someone resumes it.`,
    };
  }
  if (status === 429) return { cause: "http_429", error: `${said}: it gets too many requests.` };
  return { cause: status < 500 ? "http_4xx" : "http_5xx", error: `${said}.` };
}

function late(sent: boolean, { host, deadlineSeconds }: Circumstances): string {
  const limit = `within ${deadlineSeconds} s`;
  return sent
    ? `${host} took the request but gave no answer ${limit}.`
    : `No connection to ${host} was made ${limit}.`;
}

const disconnections = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ECONNABORTED"]);

function judgeBreak(error: NodeJS.ErrnoException | null, host: string): Verdict {
  const code = error?.code ?? "";
  const isMalformed =
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    error?.message.startsWith("bad ");
  if (error instanceof BadAnswer || isMalformed) {
    return { cause: "body", error: `What ${host} answered is not valid HTTP.` };
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return { cause: "body", error: `${host} answered with more than 16 KiB of headers.` };
  }
  if (code === "ETIMEDOUT") return { cause: "timeout", error: `${host} stopped answering.` };
  if (disconnections.has(code)) {
    return { cause: "connect", error: `${host} closed the connection before it answered.` };
  }
  return { cause: "internal", error: "The request could not be made; the worker's log says why." };
}
