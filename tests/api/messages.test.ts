import { beforeAll, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { type Answer, api } from "./client";
import { bodies, every, line, noun, things } from "./inputs";
import { account, keyOf, webhook } from "./world";

/** Raw phrases of the validation library, the JSON parser and the database. */
const libraryText =
  /expected|received|Invalid (input|option|string|key|element|UUID|ISO|email|URL|value)|Too (big|small)|Unrecognized|\bNaN\b|undefined|syntax|SQL|select /i;

const wrongValues = [null, true, -1, 0.5, 1e30, "", "\0", "\ud800", "x".repeat(5000), [], [{}], {}];
const wrongTexts = [
  "",
  "x",
  "-1",
  "1e30",
  "%00",
  "\u202e",
  "x".repeat(5000),
  ",,,",
  "[object Object]",
];

/** Several keys, so that no request limit of a key is reached. */
const keys: string[] = [];
beforeAll(async () => {
  const { id } = await account();
  for (let n = 0; n < 12; n++) keys.push(await keyOf(id, scopes));
});
let turn = 0;
const key = () => keys[turn++ % keys.length]!;

const withInput = every.filter(({ endpoint }) => endpoint.query || endpoint.body);

test.each(withInput)("$name words every complaint itself", async ({ name, endpoint }) => {
  const id = endpoint.params && (await things[noun(endpoint)]!(key())).id;
  const at = line(endpoint, id);
  const body = bodies[name];
  const answers: Answer[] = [];
  for (const parameter of Object.keys(endpoint.query?.shape ?? {})) {
    for (const text of wrongTexts) {
      const query = new URLSearchParams({ [parameter]: text });
      answers.push(await api(`${at}?${query}`, { key: key(), body }));
    }
  }
  for (const wrong of malformed(body)) answers.push(await api(at, { key: key(), ...wrong }));

  for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).not.toEqual([]);
  for (const { body, text } of refused) {
    const said = [
      body.message,
      ...(body.issues ?? []).map((issue: { message: string }) => issue.message),
    ];
    for (const message of said) expect(message, text).not.toMatch(libraryText);
  }
});

test.each([
  ["POST /v1/webhooks", {}, "The body is empty. Send a JSON object."],
  ["POST /v1/webhooks", { body: [] }, "The body is not a JSON object. Send one."],
  ["POST /v1/webhooks", { body: { extra: 1 } }, /^callbackUrl: .+ \(and 2 more\)\.$/],
  [
    "POST /v1/events",
    { body: { type: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" } } },
    /^event: Required\. Choose one of AVATAR_.+\. The property type has one of them: rename it\.$/,
  ],
  [
    "POST /v1/events/batch",
    { body: { events: [{ eventType: "done", payload: {}, data: {}, idempotencyKey: "k" }] } },
    /^events\.0\.event: Required\. Choose one of AVATAR_.+\. The property eventType is unknown\.$/,
  ],
  [
    "POST /v1/events",
    {
      body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" }, idempotencyKey: "k" },
    },
    /^idempotencyKey: Unknown property\. Remove it, .+ The key of a single event is the header Idempotency-Key\.$/,
  ],
  [
    "POST /v1/events",
    {
      body: {
        event: "VIDEO_GENERATION_SUCCESS",
        data: { videoId: "v" },
        x: 1,
        idempotencyKey: "k",
      },
    },
    /^x: Unknown property\. Remove it, or use one of [\w, ]+ \(and 1 more\)\.$/,
  ],
  ["POST /v1/events", { body: { data: {} } }, /^event: Required\. Choose one of [A-Z_, ]+\.$/],
  ["POST /v1/events", { body: { event: "v", data: {} } }, /^event: Choose one of AVATAR_/],
  ["GET /v1/deliveries?stauts=failed", {}, /^stauts: Unknown .+ use one of [^.]*\bstatus,.+\.$/],
  ["GET /v1/deliveries?status=failed,foo,bar", {}, /^status: Choose from pending, [^()]+\.$/],
  ["GET /v1/audit?q=v-1", {}, /^q: Unknown query parameter\. Remove it, or use one of .+\.$/],
  [
    "POST /v1/replays?account=a",
    { body: { filter: { status: "failed" }, dryRun: true } },
    "account: This operation takes no query parameters. Give the filter in the body.",
  ],
  [
    "POST /v1/deliveries/cancel?webhook=w",
    { body: { filter: {} } },
    "webhook: This operation takes no query parameters. Give the filter in the body.",
  ],
  [
    "POST /v1/inbox/bins",
    { body: { name: "n", no: 1 } },
    "no: Unknown property. Remove it, or use one of name, status, delaySeconds, retryAfterSeconds, next.",
  ],
  [
    "GET /v1/deliveries?from=0000-01-01T00:00:00Z",
    {},
    "from: Choose a time between the years 1970 and 2999.",
  ],
  [
    "POST /v1/api-keys",
    { body: { name: "k", scopes: ["admin"], expiresAt: "tomorrow" } },
    "expiresAt: Give a time such as 2027-01-31T12:00:00Z.",
  ],
  [
    "GET /v1/deliveries?from=yesterday",
    {},
    "from: Give a time such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00; in a URL, + is written %2B.",
  ],
  [
    "POST /v1/replays",
    { body: { filter: { from: "yesterday" } } },
    "filter.from: Give a time such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00.",
  ],
  [
    "POST /v1/views",
    { body: { name: "v", query: "status=failed" } },
    "An API key has no saved views. Sign in to save some.",
  ],
])("%s %j says what to do: %s", async (at, options, message) => {
  const { body } = await api(at, { key: key(), ...options });
  expect(body.message).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
});

test("a resource that lacks only a part says which", async () => {
  const { id, key } = await account();
  const { id: webhookId } = await webhook(key);
  const at = `/v1/webhooks/${webhookId}`;
  const { body: noKey } = await api(`GET ${at}/signing-key`, { key });
  expect(noKey).toMatchObject({
    code: 40400,
    message: expect.stringContaining("PUT /v1/webhooks/{id}/signing-key"),
  });
  const { body: label } = await api(`PUT ${at}/settings`, { key, body: { label: null } });
  expect(label.issues[0].message).toContain("at most 100 characters");
  const service = await keyOf(null, ["admin"]);
  await account();
  const draft = { name: "k", scopes: ["admin"] };
  const { body: several } = await api("POST /v1/api-keys", { key: service, body: draft });
  expect(several.issues[0].message).toContain("null for a service key");
  const { body: made } = await api("POST /v1/api-keys", {
    key: service,
    body: { ...draft, accountId: id },
  });
  const { body: valid } = await api(`POST /v1/api-keys/${made.id}/restore`, { key: service });
  expect(valid).toMatchObject({ code: 40400, message: expect.stringContaining("is valid") });
});

test("the error of a missing scope names it", async () => {
  const { id } = await account();
  const reader = await keyOf(id, ["webhooks:read"]);
  const { body } = await api("POST /v1/webhooks", { key: reader, body: {} });
  expect(body.message).toBe(
    "This key or role lacks the scope webhooks:write, which the operation needs. Use one that has it.",
  );
});

/** Variants of a valid body: each member removed, each replaced, and other values instead of the body. */
function malformed(
  valid: object | undefined,
): { body?: unknown; raw?: string; headers?: HeadersInit }[] {
  if (!valid) return [];
  const members = Object.keys(valid).flatMap((name) => [
    ...wrongValues.map((value) => ({ body: { ...valid, [name]: value } })),
    { body: { ...valid, [name]: undefined } },
  ]);
  return [...members, ...wrongValues.map((body) => ({ body })), {}];
}

test.each(["query", "parameter", "it"])("an unknown parameter named %s is named", async (name) => {
  const { body } = await api(`GET /v1/events?${name}=1`, { key: key() });
  expect(body.message).toMatch(`${name}: Unknown query parameter. Remove it, or use one of `);
});
