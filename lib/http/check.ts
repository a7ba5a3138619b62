import type { z } from "zod";
import { type Issue, Problem, type ProblemCode } from "@/lib/protocol/problem";

/** What was sent, held against its schema. A reply that breaks its own contract is another matter: a 500. */
export function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const found = result.error.issues;
  const issues = found.flatMap(spoken);
  throw new Problem(codeOf(found), sentence(issues), { issues });
}

/** A schema may name a code of its own; it counts when nothing else is wrong. */
function codeOf(issues: z.core.$ZodIssue[]): ProblemCode {
  const codes = new Set(
    issues.map((issue) => (issue.code === "custom" && issue.params?.code) || 40000),
  );
  return codes.size === 1 ? [...codes][0] : 40000;
}

function spoken(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path ? `${path}.${key}` : key,
    message: "This property is not known here; remove it",
  }));
}

function sentence(issues: Issue[]): string {
  const [first, ...others] = issues;
  if (!first) return "The request does not match the contract.";
  const place = first.path && !first.message.includes(first.path) ? `${first.path}: ` : "";
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  return `${place}${first.message.replace(/\.$/, "")}${more}.`;
}
