/** What stands behind the host in a request: the query as it was given, for receivers compare tokens in it. */
export function requestPath(callbackUrl: string): string {
  const url = new URL(callbackUrl);
  const start = callbackUrl.indexOf("?");
  const query = start === -1 ? "" : callbackUrl.slice(start);
  // The parser re-writes some characters; only those that HTTP cannot carry need that.
  return url.pathname + (/^[\x21-\x7e]*$/.test(query) ? query : url.search);
}
