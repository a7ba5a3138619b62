/** Objects with a name of their own. */
export type CrumbObject = { noun: "webhook" | "bin"; id: string };
export type Crumb = { href: string; name: string; thing?: CrumbObject };

const names: Partial<Record<string, string>> = {
  webhooks: "Webhooks",
  new: "New",
  deliveries: "Deliveries",
  settings: "Settings",
  signing: "Signing",
  test: "Test",
  compare: "Compare",
  events: "Events",
  published: "Published",
  inbox: "Inbox",
  replays: "Replays",
  keys: "API keys",
  accounts: "Accounts",
  users: "Users",
  alerts: "Alerts",
  audit: "Audit",
  system: "System",
  docs: "Docs",
};
const nouns: Partial<Record<string, CrumbObject["noun"]>> = { webhooks: "webhook", inbox: "bin" };
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Returns the breadcrumb of a path. */
export function crumbsOf(path: string): Crumb[] {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return [{ href: "/", name: "Overview" }];
  return parts.map((part, n) => ({
    href: `/${parts.slice(0, n + 1).join("/")}`,
    name: names[part] ?? (uuid.test(part) ? part.slice(0, 8) : readable(part)),
    ...objectOf(parts, n),
  }));
}

function objectOf([section = "", ...rest]: string[], n: number): Pick<Crumb, "thing"> {
  const [noun, id = ""] = [nouns[section], rest[0]];
  return n === 1 && noun && uuid.test(id) ? { thing: { noun, id } } : {};
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
