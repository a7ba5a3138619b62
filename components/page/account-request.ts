/** Paths that take the account as a query parameter. */
const inQuery = new Set(["/v1/webhooks", "/v1/inbox/bins"]);
/** Paths that take the account as a member of the body. */
const inBody = new Set(["/v1/events", "/v1/api-keys"]);

/**
 * Returns the request limited to an account. Without it, a service key creates a key or a replay for all accounts, and is
 * refused where there are several.
 */
export function accountRequest(request: string, account: string | null): string {
  const [line = "", body = "{}"] = request.split("\n");
  const path = line.split(" ")[1] ?? "";
  if (account && inQuery.has(path)) return `${line}?account=${account}\n${body}`;
  if (account && inBody.has(path)) return `${line}\n${withAccount(body, { accountId: account })}`;
  if (account && path === "/v1/replays") {
    const { filter } = JSON.parse(body);
    return `${line}\n${withAccount(body, { filter: { ...filter, account } })}`;
  }
  return request;
}

function withAccount(body: string, part: object): string {
  return JSON.stringify({ ...JSON.parse(body), ...part });
}
