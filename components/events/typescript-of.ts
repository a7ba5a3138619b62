import type { EventType } from "@/lib/events/queries";

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[] };

/** Returns the TypeScript type of an event's request body. */
export function typescriptOf({ name, schema }: Pick<EventType, "name" | "schema">): string {
  const { properties = {}, required = [] } = schema as Schema;
  const members = Object.entries(properties).map(
    ([member, inner]) => `    ${member}${required.includes(member) ? "" : "?"}: ${wordOf(inner)};`,
  );
  return [
    `type ${typeNameOf(name)} = {`,
    `  event: "${name}";`,
    "  data: {",
    ...members,
    "    [other: string]: unknown;",
    "  };",
    "};",
  ].join("\n");
}

function wordOf({ type }: Schema): string {
  if (type === "object") return "Record<string, string>";
  return type === "string" || type === "number" || type === "boolean" ? type : "unknown";
}

function typeNameOf(name: string): string {
  return name.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}
