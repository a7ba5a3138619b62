import type { Operation, Resolve } from "./document";
import { exampleOf } from "./example";
import { samples } from "./samples";

/** A command that works as pasted, once key and ids are filled in. */
export function curlOf(operation: Operation, origin: string, resolve: Resolve): string {
  const { method, path, isPublic, body, mediaType } = operation;
  const address = `${origin}${path.replace(/\{(\w+)\}/g, (_, name) => placeholderOf(path, name))}`;
  const sample = body && bodyOf(operation, resolve);
  const waits = mediaType === "text/event-stream" ? "-N " : "";
  const parts = [
    `curl ${waits}${method === "GET" ? "" : `-X ${method} `}${address}`,
    ...(isPublic ? [] : ['-H "x-api-key: $POSTBACK_KEY"']),
    ...(sample ? ['-H "content-type: application/json"', `-d '${sample}'`] : []),
  ];
  return parts.join(" \\\n  ");
}

/** `$WEBHOOK_ID` of `/v1/webhooks/{id}/secret`: the noun before it says whose id it is. */
function placeholderOf(path: string, name: string): string {
  if (name !== "id") return name === "number" ? "1" : `$${name.toUpperCase()}`;
  const noun = /([\w-]+)\/\{id\}/.exec(path)?.[1] ?? "";
  const single = noun.replace(/ies$/, "y").replace(/s$/, "");
  return `$${single.toUpperCase().replaceAll("-", "_")}_ID`;
}

/** What is needed, and no more; of what needs nothing the first two. */
function bodyOf({ id, body }: Operation, resolve: Resolve): string {
  const one = resolve(body ?? {});
  const chosen = Object.entries(one.properties ?? {}).filter(
    ([name], n) => one.required?.includes(name) || (!one.required && n < 2),
  );
  const made = chosen.map(([name, schema]) => [name, exampleOf(schema, resolve, name, 1)]);
  const sample = samples[id] ?? Object.fromEntries(made);
  return JSON.stringify(sample, null, 2).replaceAll("'", "’").replaceAll("\n", "\n  ");
}
