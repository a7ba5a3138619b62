/** Parameters whose value lets whoever knows it in; `tellingNames` says the same to Postgres. */
export const tellingNames =
  "([^=&]*token|[^=&]*secret|[^=&]*key|[^=&]*sig|[^=&]*signature|[^=&]*password|passwd|pwd|pass|auth|code|jwt|hmac)";
const telling = new RegExp(`^${tellingNames}$`, "i");

/** An address without the value of any parameter that grants access. */
export function maskUrl(callbackUrl: string): string {
  const [address, query] = callbackUrl.split(/\?(.*)/s);
  if (!query) return callbackUrl;
  const parts = query.split("&").map((part) => {
    const [name = ""] = part.split("=");
    return telling.test(decoded(name)) && part.length > name.length + 1 ? `${name}=•••` : part;
  });
  return `${address}?${parts.join("&")}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
