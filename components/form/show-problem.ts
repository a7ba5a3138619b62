import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Problem } from "@/lib/protocol/problem";

/** Assigns issues of the API to the fields they name; the rest is shown above the form. */
export function showProblem<T extends FieldValues>(form: UseFormReturn<T>, error: Error): void {
  const known = Object.keys(form.getValues());
  const issues = error instanceof Problem ? (error.issues ?? []) : [];
  const placed = issues.filter(({ path }) => known.includes(fieldOf(path)));
  for (const issue of placed) {
    const message = within(issue.path, messageOf(issue));
    form.setError(fieldOf(issue.path) as Path<T>, { type: "server", message });
  }
  if (placed.length > 0) return;
  const message = issues.map(messageOf).join(". ") || error.message;
  form.setError("root", { type: "server", message });
  // Validation errors need no request id.
  if (issues.length === 0 && error instanceof Problem && error.requestId) {
    form.setError("root.requestId", { type: "server", message: error.requestId });
  }
}

type Issue = { path: string; message: string };

/** Returns the words of an issue for a form. The API tells programs where accounts are listed; forms list them. */
export function messageOf({ path, message }: Issue): string {
  return path === "account" || path === "accountId" ? chooseAccount : message;
}

export const chooseAccount = "Choose an account";

/** Maps "events.0" to the field "events". */
function fieldOf(path: string): string {
  return path.split(".")[0] ?? path;
}

/** Names a nested member, such as "extras" in "data.extras". */
function within(path: string, message: string): string {
  const member = path.split(".").slice(1).join(".");
  return message.includes(member) ? message : `${member}: ${message}`;
}
