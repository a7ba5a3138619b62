export type Issue = { path: string; message: string };

/** Every code of the contract, with the sentence said when nothing more precise is known. */
export const problems = {
  40000: "The request does not match the contract.",
  40001: "The body is not valid JSON.",
  40002: "The callback URL is refused.",
  40003: "The cursor is not one of ours; start again without it.",
  40100: "Send a valid API key in the x-api-key header, or sign in.",
  40300: "The key or role lacks a scope.",
  40301: "A signed-in browser may write only from the dashboard's own pages.",
  40302: "Confirm the password with POST /v1/session/proof, then ask again.",
  40400: "No such resource.",
  40401: "No such path; GET /v1/openapi.json lists them.",
  40500: "Method not allowed.",
  40900: "The present state does not allow this.",
  40901: "A limit of the account is reached.",
  41300: "The body is too large.",
  41500: "Send the body as application/json.",
  42200: "The idempotency key was used with another request.",
  42900: "Too many requests.",
  50000: "Something broke on our side; quote the request id to your operator.",
  50300: "The database is away. Ask again shortly; with an Idempotency-Key nothing happens twice.",
} as const;
export type ProblemCode = keyof typeof problems;

type Details = {
  issues?: Issue[] | undefined;
  requestId?: string | undefined;
  headers?: Record<string, string>;
};

/** An error said on purpose: its code carries the HTTP status in its first three digits. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: number;
  readonly issues: Issue[] | undefined;
  /** Names the request in the log; set by whoever received it in a header. */
  readonly requestId: string | undefined;
  /** What the answer says beside its body, such as when to come again. */
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode | (number & {}),
    message: string = problems[code as ProblemCode],
    { issues, requestId, headers = {} }: Details = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.requestId = requestId;
    this.headers = headers;
  }

  get status(): number {
    return Math.floor(this.code / 100);
  }

  toJSON() {
    return { code: this.code, message: this.message, ...(this.issues && { issues: this.issues }) };
  }
}

/** The one row asked for, or the same 404 for unknown, deleted and another account's. */
export function found<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Problem(40400);
  return row;
}
