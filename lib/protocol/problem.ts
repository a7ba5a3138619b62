export type Issue = { path: string; message: string };

/** Every error code of an operation with its default message. */
export const problems = {
  40000: "The request does not match the contract.",
  40001: "The body is not valid JSON.",
  40002: "The callback URL is refused.",
  40003: "The cursor is not valid. Start again without a cursor.",
  40100: "Send a valid API key in the x-api-key header, or sign in.",
  40300: "The key or role lacks a scope.",
  40301: "A signed-in browser may write only from the dashboard's own pages.",
  40302: "Confirm the password with POST /v1/session/proof, then repeat the request.",
  40400: "No such resource. It does not exist, was deleted, or belongs to another account.",
  40401: "No such path; GET /v1/openapi.json lists them.",
  40500: "Method not allowed.",
  40900: "The current state does not allow this.",
  40901: "A limit of the account is reached.",
  41300: "The body is too large.",
  41500: "Send the body as JSON, with the header content-type: application/json.",
  42200:
    "The idempotency key was used with another request. Use a new key, or repeat that one unchanged.",
  42900: "Too many requests.",
  50000: "Internal error. Report the request id (x-request-id) to your operator.",
  50300: "The database does not answer. Repeat the request shortly.",
} as const;
export type ProblemCode = keyof typeof problems;

/** Limit that refuses a request, as `/metrics` names it. */
export type LimitName = "rate" | "day" | "backlog" | "held" | "concurrency";

type Details = {
  issues?: Issue[] | undefined;
  requestId?: string | undefined;
  headers?: Record<string, string>;
  limit?: LimitName | undefined;
};

const brand = Symbol.for("postback.problem");

/** Error with a code of the contract. The first three digits of the code are the HTTP status. */
export class Problem extends Error {
  readonly [brand] = true;

  /** Next.js bundles several copies of this class. A problem that one of them throws is a problem to all. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }

  override name = "Problem";
  readonly code: number;
  readonly issues: Issue[] | undefined;
  /** Id of the request in the log, read from the response's header. */
  readonly requestId: string | undefined;
  /** Response headers, such as Retry-After. */
  readonly headers: Record<string, string>;
  /** The limit that was reached, if it is one of publishing. */
  readonly limit: LimitName | undefined;

  constructor(
    code: ProblemCode | (number & {}),
    message: string = problems[code as ProblemCode],
    { issues, requestId, headers = {}, limit }: Details = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.requestId = requestId;
    this.headers = headers;
    this.limit = limit;
  }

  get status(): number {
    return Math.floor(this.code / 100);
  }

  toJSON() {
    return { code: this.code, message: this.message, ...(this.issues && { issues: this.issues }) };
  }
}

/** Digest of page errors caused by the database. Next.js passes only an error's digest to the error page. */
export const databaseAwayDigest = "database-away";

/**
 * Returns the first row.
 * @throws Problem 40400, the same for unknown, deleted and another account's
 */
export function assertFound<T>(rows: T[], message?: string): T {
  const [row] = rows;
  if (row === undefined) throw new Problem(40400, message);
  return row;
}
