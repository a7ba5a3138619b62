import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { Problem } from "@/lib/protocol/problem";

/** Assigns issues of the API to the fields they name; the rest is shown above the form. */
export function showProblem<T extends FieldValues>(form: UseFormReturn<T>, error: Error): void {
  const known = Object.keys(form.getValues());
  const issues = error instanceof Problem ? (error.issues ?? []) : [];
  const placed = issues.filter(({ path }) => known.includes(fieldOf(path)));
  for (const { path, message } of placed) {
    form.setError(fieldOf(path) as Path<T>, { type: "server", message: within(path, message) });
  }
  if (placed.length > 0) return;
  const message = issues.map((issue) => issue.message).join(". ") || error.message;
  form.setError("root", { type: "server", message });
  // Validation errors need no request id.
  if (issues.length === 0 && error instanceof Problem && error.requestId) {
    form.setError("root.requestId", { type: "server", message: error.requestId });
  }
}

/** Maps "events.0" to the field "events". */
function fieldOf(path: string): string {
  return path.split(".")[0] ?? path;
}

/** Names a nested member, such as "extras" in "data.extras". */
function within(path: string, message: string): string {
  const member = path.split(".").slice(1).join(".");
  return message.includes(member) ? message : `${member}: ${message}`;
}
