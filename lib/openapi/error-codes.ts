import { takesIdempotencyKey } from "@/lib/http/with-idempotency";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { type ProblemCode, problems } from "@/lib/protocol/problem-codes";

/** Returns the error codes that an operation can answer with, ascending: those its fields imply, and its own. */
function errorCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { access, method, params, query, body, errors = [] } = endpoint;
  const isGuarded = access !== "public";
  const implied: [boolean, ProblemCode[]][] = [
    [query !== undefined || body !== undefined, [40000]],
    [query !== undefined && "cursor" in query.shape, [40003]],
    [body !== undefined, [40001, 41300, 41500]],
    [params !== undefined, [40400]],
    [isGuarded, [40100]],
    [isGuarded && access !== "any", [40300]],
    [isGuarded && method !== "GET", [40301]],
    [endpoint.needsPassword !== undefined, [40302]],
    [takesIdempotencyKey(endpoint), [40000, 40900, 42200]],
    [true, [42900, 50000, 50300]],
  ];
  const codes = implied.flatMap(([applies, codes]) => (applies ? codes : []));
  return [...new Set([...codes, ...errors])].sort((a, b) => a - b);
}

/** Returns the same as statuses, each with its codes. */
export function errorStatusesOf(endpoint: Endpoint): [status: string, codes: ProblemCode[]][] {
  const codes = errorCodesOf(endpoint);
  const statuses = [...new Set(codes.map(statusOf))];
  return statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]);
}

/** Returns what each code means, one after the other. */
export function meaningOf(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `${code}: ${problems[code]}`).join(" ");
}

function statusOf(code: ProblemCode): string {
  return String(code).slice(0, 3);
}
