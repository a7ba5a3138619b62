import { listed } from "./listed";

const codeOf: Record<string, string> = {
  http_4xx: "4xx",
  http_429: "429",
  http_5xx: "5xx",
};

/** The log, filtered as a job was; `asOf` closes it, so that what came later is not among it. */
export function logLink(filter: Record<string, unknown>, asOf?: string): string {
  const { status, event, cause, trigger, webhook, since, from = since, to = asOf, q } = filter;
  const words = new URLSearchParams();
  const set = (name: string, value: unknown) => value && words.set(name, listed(value).join(","));
  set("status", status);
  set("event", event);
  set("webhook", webhook);
  set(
    "code",
    listed(cause).map((each) => codeOf[each] ?? each),
  );
  set("trigger", trigger);
  for (const [name, value] of Object.entries({ from, to, q })) {
    if (value) words.set(name, String(value));
  }
  return words.size > 0 ? `/deliveries?${words}` : "/deliveries";
}
