import type * as z from "zod";
import { explain, unknownKey } from "@/lib/protocol/explain";
import { type Issue, Problem } from "@/lib/protocol/problem";
import type { ProblemCode } from "@/lib/protocol/problem-codes";

/** Most issues named in one response. */
const issueLimit = 100;

/** Part of a request that a schema describes. */
type Part = "body" | "query";

/**
 * Parses a part of a request with its schema. A reply that breaks its own contract is answered with 500 instead.
 * @throws Problem with the issues
 */
export function check(part: Part, schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return result.data;
  const found = result.error.issues;
  const issues = found.flatMap((issue) => issuesInWords(issue, part, value));
  throw invalid(withoutRepeats(issues), codeOf(found));
}

/** Returns the error for invalid members. Its message names the first one. */
export function invalid(issues: Issue[], code: ProblemCode = 40000): Problem {
  return new Problem(code, sentence(issues), { issues: issues.slice(0, issueLimit) });
}

/** Returns the code that the schema names when that is the only issue, else 40000. */
function codeOf(issues: z.core.$ZodIssue[]): ProblemCode {
  const codes = new Set(
    issues.map((issue) => (issue.code === "custom" && issue.params?.code) || 40000),
  );
  return codes.size === 1 ? [...codes][0] : 40000;
}

function issuesInWords(issue: z.core.$ZodIssue, part: Part, value: unknown): Issue[] {
  // A list is one parameter of a query. Its members have no names.
  const path = part === "query" ? String(issue.path[0] ?? "") : issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const message = issue.message.replace(unknownKey.body, unknownKey[part]);
    return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message }));
  }
  if (part === "query" && issue.code === "invalid_format" && issue.format === "datetime")
    return [{ path, message: `${issue.message}; in a URL, + is written %2B` }];
  const isWhole = path === "" && issue.code === "invalid_type";
  return [{ path, message: isWhole ? wholeBody(value) : issue.message }];
}

/** Several members of a list in a query may have the same issue. */
function withoutRepeats(issues: Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values()];
}

function wholeBody(value: unknown): string {
  return value === undefined
    ? "The body is empty. Send a JSON object"
    : "The body is not a JSON object. Send one";
}

function sentence(issues: Issue[]): string {
  const [first, ...others] = issues;
  if (!first) return "The request does not match the contract.";
  const place = first.path && !namesItself(first) ? `${first.path}: ` : "";
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `${place}${first.message.replace(/\.$/, "")}${more}.`;
}

/** Returns whether the message has the path as a word. Those about unknown keys name other keys only. */
function namesItself({ path, message }: Issue): boolean {
  if (Object.values(unknownKey).some((begin) => message.startsWith(begin))) return false;
  return message.split(/[^\w.]+/).includes(path);
}
