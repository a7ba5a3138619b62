import { type Fields, type Query, textIn } from "./field";

/**
 * Returns the names of fields that a query has but that did not parse, or of which some part did not. Blank parts do not count. A
 * field with a default that is not empty always counts as parsed.
 */
export function droppedFrom(fields: Fields, query: Query): string[] {
  return Object.entries(fields).flatMap(([name, each]) => {
    const text = textIn(query, name)?.trim();
    if (!text) return [];
    const value = each.read(text);
    const isRead = Array.isArray(value)
      ? value.length >= text.split(",").filter((part) => part.trim()).length
      : value !== null && value !== "";
    return isRead ? [] : [name];
  });
}
