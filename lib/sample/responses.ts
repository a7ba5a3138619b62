/** Responses of receivers in the sample data. */
type SampleResponse = {
  kind: string;
  status: number | null;
  cause: string | null;
  /** Error text; `{host}` stands for the receiver's host. */
  error: string | null;
  headers: [string, string][];
  /** Base64, because Postgres stores no NUL in text. */
  body: string;
  /** Duration in milliseconds; null is the receiver's usual latency. */
  took: number | null;
};

const json: [string, string] = ["content-type", "application/json; charset=utf-8"];
const nginx: [string, string] = ["server", "nginx/1.27.2"];
const text = (body: string) => Buffer.from(body).toString("base64");

const badGateway = `<html>\r
<head><title>502 Bad Gateway</title></head>\r
<body>\r
<center><h1>502 Bad Gateway</h1></center>\r
<hr><center>nginx/1.27.2</center>\r
</body>\r
</html>\r
`;
const pixel = "R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";

function success(
  kind: string,
  status: number,
  headers: [string, string][],
  body: string,
): SampleResponse {
  return { kind, status, cause: null, error: null, headers, body, took: null };
}

function failure(kind: string, status: number, cause: string, about: string): SampleResponse {
  const error = `{host} answered ${status}${about}`;
  return { kind, status, cause, error, headers: [json], body: "", took: null };
}

function noResponse(kind: string, cause: string, error: string, took: number): SampleResponse {
  return { kind, status: null, cause, error, headers: [], body: "", took };
}

export const responses: SampleResponse[] = [
  success("json", 200, [json, ["x-powered-by", "Express"]], text('{"received":true}')),
  success("ok", 200, [["content-type", "text/plain"], nginx], text("OK")),
  success("empty", 204, [["server", "cloudflare"]], ""),
  success("queued", 202, [json], text('{"status":"queued","queue":"renders"}')),
  success("pixel", 200, [["content-type", "image/gif"]], pixel),
  {
    ...failure("overloaded", 503, "http_5xx", "."),
    headers: [json, ["retry-after", "120"], nginx],
    body: text('{"error":"overloaded","message":"The render index is being rebuilt"}'),
    took: 1204,
  },
  {
    ...failure("unknown_batch", 500, "http_5xx", "."),
    body: text(
      '{"error":"internal","detail":"unknown render batch: campaign is not imported yet"}',
    ),
    took: 640,
  },
  {
    ...failure("gateway", 502, "http_5xx", "."),
    headers: [["content-type", "text/html"], nginx],
    body: text(badGateway),
    took: 310,
  },
  {
    ...failure("busy", 429, "http_429", ": too many requests."),
    headers: [json, ["retry-after", "30"]],
    body: text('{"error":"rate_limited","limit":20,"per":"second"}'),
  },
  {
    ...failure("not_found", 404, "http_4xx", "."),
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: text("<!doctype html><title>404</title><h1>There is nothing at this address</h1>"),
  },
  noResponse("expired", "tls", "The certificate of {host} has expired.", 92),
  noResponse(
    "refused",
    "connect",
    "{host} refused the connection: nothing listens on that port.",
    34,
  ),
  {
    ...noResponse(
      "late",
      "timeout",
      "{host} accepted the request but did not respond within 15 s.",
      15_004,
    ),
  },
];
