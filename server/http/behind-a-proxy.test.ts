import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choosePort } from "@/server/supervisor/ports";
import { type Home, makeHome } from "@/tests/product";

const admin = { email: "admin@example.com", password: "correct horse battery" };
const publicUrl = "https://postback.example";

let home: Home;
let address: string;
let key: string;
beforeAll(async () => {
  home = await makeHome({ prepared: true });
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const proxied = { PUBLIC_URL: publicUrl, TRUST_PROXY: "1" };
  const port = await choosePort();
  const product = home.start({ ...account, ...proxied, PORT: `${port}` });
  expect(await product.address()).toBe(publicUrl);
  address = `http://127.0.0.1:${port}`;
  key = await home.apiKey();
});
afterAll(() => home.close());

/** A request as forwarded by a TLS proxy, which appends the client address. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(address + path, { redirect: "manual", ...init });

async function signIn(headers: Record<string, string> = {}) {
  const answer = await ask("/v1/session", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(admin),
  });
  const cookie = answer.headers.getSetCookie()[0] ?? "";
  return { cookie, pair: cookie.split(";")[0] ?? "" };
}

test.each([
  "/v1",
  "/v1/nowhere",
  "/healthz",
  "/readyz",
  "/login",
  "/nowhere",
  "/icon.svg",
  "/icon-failing.svg",
  "/_next/static/nothing.js",
])("%s sends HSTS", async (path) => {
  const { headers } = await ask(path);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("the response to malformed HTTP sends it too", async () => {
  const text = await new Promise<string>((resolve, reject) => {
    let heard = "";
    const socket = connect(Number(new URL(address).port), "127.0.0.1", () =>
      socket.write("x\r\n\r\n"),
    );
    socket.on("data", (bytes) => {
      heard += bytes;
    });
    socket.on("end", () => resolve(heard)).on("error", reject);
  });
  expect(text).toContain("strict-transport-security: max-age=31536000");
});

describe("the session", () => {
  test("is a cookie for this host over https only", async () => {
    const { cookie } = await signIn();
    expect(cookie).toMatch(/^__Host-postback_session=[\w-]{43}; /);
    const attributes = cookie.split("; ").slice(1).sort();
    expect(attributes).toEqual(["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax", "Secure"]);
  });

  test("opens API and pages under that name, and under no other", async () => {
    const { pair } = await signIn();
    const plain = pair.replace("__Host-", "");
    const statuses = (cookie: string) =>
      Promise.all(
        ["/v1/session", "/webhooks"].map(
          async (path) => (await ask(path, { headers: { cookie } })).status,
        ),
      );
    expect(await statuses(pair)).toEqual([200, 200]);
    expect(await statuses(plain)).toEqual([401, 307]);
  });

  test.each([
    ["the address people use", publicUrl, 204],
    ["the address behind the proxy", "", 204],
    ["another site", "https://evil.example", 403],
    ["a name that only begins alike", "https://postback.example.evil.example", 403],
    ["nowhere", "null", 403],
  ])("may write from %s", async (_, origin, status) => {
    const { pair } = await signIn();
    const headers = { cookie: pair, origin: origin || address };
    expect((await ask("/v1/session", { method: "DELETE", headers })).status).toBe(status);
  });
});

test("the audit log has the address seen by the proxy, not a forged one before it", async () => {
  await signIn({
    "x-forwarded-for": "10.9.9.9, 203.0.113.77",
    "x-request-id": "through-the-proxy",
  });
  const answer = await ask("/v1/audit?action=session.signed_in", { headers: { "x-api-key": key } });
  const { entries } = (await answer.json()) as {
    entries: { requestId: string; address: string }[];
  };
  const entry = entries.find(({ requestId }) => requestId === "through-the-proxy");
  expect(entry?.address).toBe("203.0.113.77");
});

test("guesses are counted for that address, and for no other", async () => {
  const guess = async (forwarded: string, n: number) => {
    const answer = await ask("/v1/session", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": forwarded },
      body: JSON.stringify({ email: `nobody-${n}@example.com`, password: "a wrong guess" }),
    });
    return answer.status;
  };
  const statuses = [];
  // A client that prepends another address each time still counts as the same.
  for (let n = 0; n < 6; n++) statuses.push(await guess(`198.51.100.${n}, 203.0.113.5`, n));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await guess("203.0.113.5, 203.0.113.6", 9)).toBe(401);
});

describe("with a proxy in front that TRUST_PROXY does not count", () => {
  /** Warnings and log lines after one request with `X-Forwarded-For`. */
  async function warnings(variables: Record<string, string>) {
    const other = await makeHome({ prepared: true });
    const port = await choosePort();
    const product = other.start({ PORT: `${port}`, ...variables });
    await product.address();
    const headers = { "x-api-key": await other.apiKey(), "x-forwarded-for": "203.0.113.5" };
    const system = `http://127.0.0.1:${port}/v1/system`;
    const answers = [await fetch(system, { headers }), await fetch(system, { headers })];
    const body = (await answers[1]?.json()) as { warnings: string[] };
    await product.stop();
    const lines = (product.out() + product.err()).split("\n");
    await other.close();
    const logged = lines.filter((line) =>
      line.includes("X-Forwarded-For ignored; set TRUST_PROXY"),
    );
    return { shown: body.warnings, logged: logged.length };
  }

  test("it is logged once and shown to administrators", async () => {
    const found = await warnings({ PUBLIC_URL: publicUrl });
    expect(found).toEqual({ shown: ["proxy_ignored"], logged: 1 });
  });

  test("it is not reported for direct connections", async () => {
    expect(await warnings({})).toEqual({ shown: [], logged: 0 });
  });
});
