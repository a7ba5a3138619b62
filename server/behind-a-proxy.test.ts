import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome } from "@/tests/product";
import { choosePort } from "./ports";

const admin = { email: "admin@example.com", password: "correct horse battery" };
const publicUrl = "https://postback.example";

let home: Home;
let address: string;
let key: string;
beforeAll(async () => {
  home = await makeHome();
  const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const proxied = { PUBLIC_URL: publicUrl, TRUST_PROXY: "1" };
  const port = await choosePort();
  const product = home.start({ ...account, ...proxied, PORT: `${port}` });
  expect(await product.address()).toBe(publicUrl);
  address = `http://127.0.0.1:${port}`;
  key = await home.apiKey();
});
afterAll(() => home.close());

/** As the proxy passes it on, which spoke TLS with the browser and adds whom it heard. */
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
  "/_next/static/nothing.js",
])("%s tells browsers to stay with https", async (path) => {
  const { headers } = await ask(path);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("so does the answer to what is no HTTP", async () => {
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
  test("is a cookie that only this host and https get to see", async () => {
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

test("the audit log has the address that the proxy heard, not what somebody wrote before it", async () => {
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
  // Whoever writes another address before it each time is still the same.
  for (let n = 0; n < 6; n++) statuses.push(await guess(`198.51.100.${n}, 203.0.113.5`, n));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await guess("203.0.113.5, 203.0.113.6", 9)).toBe(401);
});
