import type { Account } from "@/lib/accounts/queries";

export type RecentAccount = Pick<Account, "id" | "name">;

const key = "recent_accounts";
const most = 5;

/** Returns the accounts chosen last in this browser, newest first. Storage may be full, blocked or from another version. */
export function readRecentAccounts(): RecentAccount[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function rememberAccount({ id, name }: RecentAccount): void {
  const others = readRecentAccounts().filter((one) => one.id !== id);
  try {
    localStorage.setItem(key, JSON.stringify([{ id, name }, ...others].slice(0, most)));
  } catch {
    // Without storage there is no list.
  }
}

function isRecent(value: unknown): value is RecentAccount {
  const { id, name } = Object(value);
  return typeof id === "string" && typeof name === "string";
}
