/**
 * Returns the user name and password of a proxy, separated by a colon, or null if its URL has neither.
 * @throws URIError when they are not percent-encoded
 */
export function proxyLogin({ username, password }: URL): string | null {
  if (!username && !password) return null;
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

/** Returns whether the user name and password in the URL of a proxy are percent-encoded. */
export function hasReadableLogin(proxy: string): boolean {
  try {
    proxyLogin(new URL(proxy));
    return true;
  } catch {
    return !URL.canParse(proxy);
  }
}
