import type { Query } from "@tanstack/react-query";
import type { Changed } from "@/lib/stream/contract";

/** Query keys begin with the noun that they show; some show what belongs to another noun as well. */
const alsoShownBy: Record<string, readonly string[]> = {
  deliveries: ["health", "stats", "events"],
  webhooks: ["health", "settings", "secrets", "stats"],
  replays: ["deliveries"],
  session: ["sessions"],
  users: ["session"],
  samples: ["webhooks", "deliveries", "events", "health", "stats", "api-keys", "replays"],
};
/** Whatever a person does is also an entry there. */
const doneByPeople = new Set(["deliveries", "events"]);

/** Whether what a query shows may have changed. */
export function isAffected({ queryKey, meta }: Query, changes: readonly Changed[]): boolean {
  // Who reads page after page hears for itself.
  if (meta?.hearsItself) return false;
  const [noun, part, id] = queryKey;
  return changes.some(({ kind, ids, more }) => {
    if (noun === "audit") return !doneByPeople.has(kind);
    if (noun !== kind) return alsoShownBy[kind]?.includes(`${noun}`) ?? false;
    const isOne = kind === "deliveries" && (part === "one" || part === "attempt");
    return !isOne || more || ids.includes(`${id}`);
  });
}
