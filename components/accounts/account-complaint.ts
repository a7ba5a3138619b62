import { messageOf } from "@/components/form/show-problem";
import { Problem } from "@/lib/protocol/problem";

/** Returns what the API found wrong with the account that a form names, or that it names none. */
export function accountComplaint(error: Error | null): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  const issue = error.issues?.find(({ path }) => path === "account" || path === "accountId");
  return issue && messageOf(issue);
}
