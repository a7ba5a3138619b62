import type { EventType } from "@/lib/events/queries";

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[] };

/** Returns the first error of a payload, or null. The server validates the rest. */
export function payloadComplaint(text: string, schema: EventType["schema"]): string | null {
  const data = readObject(text);
  if (typeof data === "string") return data;
  const { properties = {}, required = [] } = schema as Schema;
  const missing = required.find((name) => data[name] === undefined || data[name] === "");
  if (missing) return `${missing} is required`;
  const wrong = Object.entries(properties).find(
    ([name, { type }]) => type && data[name] !== undefined && kindOf(data[name]) !== type,
  );
  return wrong ? `${wrong[0]} must be of type ${wrong[1].type}` : null;
}

/** Returns the JSON object of a text, or the complaint that it is none. */
export function readObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (kindOf(value) === "object") return value as Record<string, unknown>;
    return 'Give a JSON object, such as {"videoId": "video-1"}';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
