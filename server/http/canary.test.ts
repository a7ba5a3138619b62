import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "@/db/driver";
import { type Home, makeHome, type Product, until } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";

const admin = { email: "admin@example.com", password: "canary-password-of-admin" };
const canaries = {
  token: "canary-token-in-a-url",
  signature: "canary-sig-in-a-url",
  header: "canary-value-of-a-header",
  wrongKey: "canary-key-that-is-wrong",
  wrongPassword: "canary-password-that-is-wrong",
  password: admin.password,
};

let home: Home;
let product: Product;
let receiver: Receiver;
let address: string;
let key: string;
beforeAll(async () => {
  [home, receiver] = await Promise.all([makeHome({ prepared: true }), startReceiver()]);
  product = home.start({
    LOG_LEVEL: "trace",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  address = await product.address();
  key = await home.apiKey();
});
afterAll(async () => {
  await Promise.all([home.close(), receiver.close()]);
});

/** Uses the key of the installation by default. */
async function ask(line: string, body?: object, as: Record<string, string> = { "x-api-key": key }) {
  const [method = "GET", path = "/"] = line.split(" ");
  const answer = await fetch(address + path, {
    method,
    headers: { "content-type": "application/json", ...as },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { text, body: text.startsWith("{") ? JSON.parse(text) : text, headers: answer.headers };
}

/** Produces every kind of failure and returns what was created. */
async function live() {
  receiver.answer(500, 200);
  const query = `?token=${canaries.token}&sig=${canaries.signature}`;
  const events = ["VIDEO_GENERATION_SUCCESS"];
  const webhook = await ask("POST /v1/webhooks", { callbackUrl: receiver.url + query, events });
  const away = `http://127.0.0.1:4999/${query}`;
  await ask("POST /v1/webhooks", { callbackUrl: away, events });
  await ask("POST /v1/webhooks", { callbackUrl: `ftp://a.example/${query}`, events });
  const headers = { authorization: `Bearer ${canaries.header}` };
  await ask(`PUT /v1/webhooks/${webhook.body.id}/settings`, { headers });
  await ask("GET /v1/webhooks", undefined, { "x-api-key": canaries.wrongKey });
  await ask("POST /v1/session", { ...admin, password: canaries.wrongPassword });
  const entry = await ask("POST /v1/session", admin, {});
  const cookie = entry.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const secret = await ask(`GET /v1/webhooks/${webhook.body.id}/secret`, undefined, { cookie });
  const { id: event } = (await ask("POST /v1/events", { event: events[0], data: { videoId: "v" } }))
    .body;
  const delivery = await until(async () => {
    const { body } = await ask(`GET /v1/deliveries?webhook=${webhook.body.id}`);
    return body.deliveries[0]?.attempts > 0 && body.deliveries[0].id;
  });
  return { webhook: webhook.body.id, delivery, event, cookie, secret: secret.body.secret };
}

/** Returns the lines of the log about one request that are written by now. */
function writtenAbout(requestId: string): object[] {
  const lines = product.out().split("\n").slice(0, -1);
  return lines.filter((line) => line.includes(`"${requestId}"`)).map((line) => JSON.parse(line));
}

/** Returns the lines of the log about one request, once there are some. */
async function linesOf(requestId: string): Promise<object[]> {
  await until(() => writtenAbout(requestId).length > 0);
  return writtenAbout(requestId);
}

test("a refused request is found in the log by its id, with its caller and without its values", async () => {
  const keyId = (await ask("GET /v1/api-keys")).body.apiKeys[0].id;
  const accountId = (await ask("GET /v1/accounts")).body.accounts[0].id;
  const form = { name: "reader", scopes: ["webhooks:read"], accountId };
  const { key: reader, id: readerId } = (await ask("POST /v1/api-keys", form)).body;
  const unknown = `/v1/webhooks/${canaries.token}?sig=${canaries.signature}`;
  const refused = async (requestId: string, line: string, apiKey: string) => {
    await ask(line, undefined, { "x-api-key": apiKey, "x-request-id": requestId });
    return linesOf(requestId);
  };
  await ask("GET /v1/webhooks", undefined, { "x-api-key": key, "x-request-id": "answered" });
  const line = { msg: "request refused", level: 30, address: "127.0.0.1" };
  expect(await refused("not-found", `GET ${unknown}`, key)).toEqual([
    expect.objectContaining({
      ...{ ...line, method: "GET", path: "/v1/webhooks/{id}", status: 404, code: 40400, keyId },
      durationMs: expect.any(Number),
    }),
  ]);
  expect(await refused("forbidden", "GET /v1/events", reader)).toMatchObject([
    { ...line, status: 403, keyId: readerId, accountId },
  ]);
  expect(await refused("wrong-key", "GET /v1/webhooks", canaries.wrongKey)).toMatchObject([
    { ...line, code: 40100 },
  ]);
  expect(await refused("wrong-method", "PATCH /v1/webhooks", key)).toMatchObject([
    { ...line, method: "PATCH", path: "/v1/webhooks", code: 40500 },
  ]);
  expect(await refused("wrong-path", `GET /v1/${canaries.token}`, key)).toMatchObject([
    { ...line, code: 40401 },
  ]);
  expect(writtenAbout("answered")).toEqual([]);
});

test("the refusals of one client hide those of no other", async () => {
  const form = { name: "quiet", scopes: ["webhooks:read"], accountId: null };
  const { key: quiet } = (await ask("POST /v1/api-keys", form)).body;
  const refuse = (requestId: string, apiKey: string) =>
    ask("GET /v1/webhooks/1", undefined, { "x-api-key": apiKey, "x-request-id": requestId });
  for (let n = 0; n < 12; n++) await refuse(`noisy-${n}`, key);
  await refuse("quiet", quiet);
  const lines = await linesOf("quiet");
  expect(lines).toMatchObject([{ code: 40400 }]);
  expect(lines[0]).not.toHaveProperty("notLogged");
});

test("settings that Postback chose itself are not reported as set, and secrets not at all", async () => {
  const { settings } = (await ask("GET /v1/system")).body;
  const of = (name: string) => settings.find((one: { name: string }) => one.name === name);
  expect(of("DATABASE_URL")).toEqual({ name: "DATABASE_URL", isSet: false });
  expect(of("MASTER_KEY")).toEqual({ name: "MASTER_KEY", isSet: false });
  expect(of("ADMIN_PASSWORD")).toEqual({ name: "ADMIN_PASSWORD", isSet: true });
});

test("the error of a page is one entry of the log, found by the request id and the id that the page shows", async () => {
  const entry = await ask("POST /v1/session", admin, {});
  const cookie = entry.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const sql = openClient(await home.databaseUrl(), { max: 1, limitMs: 5000 });
  await sql`alter table users rename column email to mail`;
  const failed = await ask("GET /webhooks", undefined, { cookie, "x-request-id": "page" });
  await sql`alter table users rename column mail to email`;
  await sql.end();
  expect(failed.headers.get("x-request-id")).toBe("page");
  expect(await linesOf("page")).toEqual([
    expect.objectContaining({
      ...{ level: 50, msg: "page failed", path: "/webhooks", digest: expect.any(String) },
      err: expect.objectContaining({ message: expect.stringContaining("email") }),
    }),
  ]);
  expect(product.err()).toBe("");
});

test("no secret is found in any log, page, page's data or list", async () => {
  const { webhook, delivery, event, cookie, secret } = await live();
  expect(receiver.received[0]?.path).toContain(canaries.token);
  expect(receiver.received[0]?.headers.authorization).toContain(canaries.header);
  const secrets = { ...canaries, key, secret, session: cookie.split("=")[1] ?? "" };
  expect(Object.values(secrets).every((text) => text.length > 15)).toBe(true);

  const pages = [
    ...["/webhooks", "/webhooks/new", "/deliveries", "/events", "/events/published", "/keys"],
    ...["deliveries", "settings", "signing", "test"].map((tab) => `/webhooks/${webhook}/${tab}`),
    `/deliveries/${delivery}`,
    `/events/published/${event}`,
    `/deliveries?q=${webhook}`,
  ];
  const lists = [
    ...["deliveries", "events", "api-keys", "webhook-health", "replays", "accounts"],
    ...["operational-events", `deliveries/${delivery}`, `deliveries/${delivery}/attempts/1`],
    ...[`events/${event}`, `webhooks/${webhook}/health`],
  ].map((path) => `/v1/${path}`);
  const outputs: Record<string, string> = {};
  for (const page of pages) {
    outputs[page] = (await ask(`GET ${page}`, undefined, { cookie })).text;
    const asData = { cookie, rsc: "1" };
    outputs[`${page} as data`] = (await ask(`GET ${page}`, undefined, asData)).text;
  }
  for (const list of lists) outputs[list] = (await ask(`GET ${list}`)).text;
  outputs["the logs"] = product.out() + product.err();

  expect(outputs["/webhooks"]).toContain("token=•••");
  const leaks = Object.entries(outputs).flatMap(([where, text]) =>
    Object.entries(secrets)
      .filter(([, value]) => text.includes(value))
      .map(([what]) => `${what} in ${where}`),
  );
  expect(leaks).toEqual([]);
});
