/**
 * Replacements that mask a query: parameter names stay, every value becomes `•••`. A parameter without a name is a
 * value, such as the token in `?dG9rZW4=`. Postgres runs the same expressions (`lib/deliveries/search-filter.ts`), so that a
 * search matches only text that screens show.
 */
export const queryMasks = [
  { pattern: "([?&][^=&]*=)=*[^=&][^&]*", shown: "•••" },
  { pattern: "([?&])[^=&]+=*(?=&|$)", shown: "•••" },
] as const;

const masks = queryMasks.map(
  ({ pattern, shown }) => [new RegExp(pattern, "g"), `$1${shown}`] as const,
);

/** Returns a URL with the values of its query masked, because any of them may grant access. */
export function maskUrl(url: string): string {
  const start = url.indexOf("?");
  if (start < 0) return url;
  const query = masks.reduce(
    (text, [pattern, shown]) => text.replace(pattern, shown),
    url.slice(start),
  );
  return url.slice(0, start) + query;
}
