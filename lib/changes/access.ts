/** Postgres channel on which triggers announce new accounts, and changed keys and limits of accounts. */
export const accessChannel = "access";

const kinds = ["key", "limits", "account"] as const;
/** `key` has the id of the key, the others that of the account. `account` announces a new one. */
type Kind = (typeof kinds)[number];
type Forget = (id: string) => void;

// Next bundles its own copy of each module; `globalThis` keeps one set for the process.
const shared = globalThis as { postbackForgets?: Record<Kind, Set<Forget>> };

function forgets(): Record<Kind, Set<Forget>> {
  shared.postbackForgets ??= {
    key: new Set(),
    limits: new Set(),
    account: new Set(),
  };
  return shared.postbackForgets;
}

/** Calls `forget` with the id of each change of this kind, whichever process makes it. */
export function onAccessChange(kind: Kind, forget: Forget): void {
  forgets()[kind].add(forget);
}

/** Makes this process forget what it remembers. Call it after the commit; a notification does it in the others. */
export function forgetAccess(kind: Kind, id: string): void {
  for (const forget of forgets()[kind]) forget(id);
}

/** Applies a notification: the kind, a space and the id. */
export function applyAccessNotice(text: string): void {
  const [name, id = ""] = text.split(" ");
  const kind = kinds.find((one) => one === name);
  if (kind) forgetAccess(kind, id);
}
