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
