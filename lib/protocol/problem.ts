import type { ProblemCode } from "./problem-codes";

export type Issue = { path: string; message: string };

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
    message: string,
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
