import { isUuid } from "@/components/address/is-uuid";

/** A page above the one that is shown. */
type Crumb = { href: string; name: string };

/** Names of the pages that have pages below them. */
const names: Partial<Record<string, string>> = {
  webhooks: "Webhooks",
  deliveries: "Deliveries",
  events: "Events",
  published: "Published",
  inbox: "Inbox",
  replays: "Replays",
};

/** Returns the pages above a path, nearest last. What is the title of the page's tabs is left out: a webhook, the events. */
export function pagesAbove(path: string): Crumb[] {
  if (path === "/events/published") return [];
  const parts = path.split("/").filter(Boolean).slice(0, -1);
  const isWebhook = (n: number) => parts[n - 1] === "webhooks";
  return parts.flatMap((part, n) =>
    isWebhook(n) ? [] : [{ href: `/${parts.slice(0, n + 1).join("/")}`, name: nameOf(part) }],
  );
}

function nameOf(part: string): string {
  return names[part] ?? (isUuid(part) ? part.slice(0, 8) : readable(part));
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
