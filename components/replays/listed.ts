/** A list as the API takes it: an array, or its words with commas between. */
export function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? value.split(",").filter(Boolean) : [];
}
