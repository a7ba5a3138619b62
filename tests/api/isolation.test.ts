import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { problems } from "@/lib/protocol/problem-codes";
import { type Answer, api } from "./client";
import { bodies, every, guarded, line, noun, things } from "./inputs";
import { member } from "./people";
import { type Victim, victim } from "./victim";
import { account } from "./world";

type Own = {
  /** Credentials of a request. */
  as: { key: string } | { headers: Record<string, string> };
  /** A key of the same account, to make things with. */
  key: string;
};

/** Who has access to one account, with everything that its role or scopes allow. */
const callers: [string, () => Promise<Own>][] = [
  ["a key", async () => account().then(({ key }) => ({ as: { key }, key }))],
  [
    "a member",
    async () => {
      const { id, key } = await account();
      return { as: { headers: (await member(id)).headers }, key };
    },
  ],
];

let theirs: Victim;
let before: string;
beforeAll(async () => {
  theirs = await victim();
  before = await theirs.snapshot();
});

/** The response contains only the id that was sent, and the other account is unchanged. */
async function expectNothing({ text, headers }: Answer, sent: string, at: string): Promise<void> {
  const all = text + JSON.stringify([...headers]);
  for (const theirOwn of [theirs.mark, theirs.key, ...theirs.ids.filter((id) => id !== sent)]) {
    expect(all, `${at} with ${sent}`).not.toContain(theirOwn);
  }
}

test("the account itself sees the mark, so that a leak would be detected", async () => {
  const { key } = theirs;
  for (const path of [
    "webhooks",
    "deliveries",
    "replays",
    "api-keys",
    "audit",
    "accounts",
    "inbox/bins",
  ]) {
    expect((await api(`GET /v1/${path}`, { key })).text, path).toContain(theirs.mark);
  }
  const tables = [
    "webhooks",
    "webhook_secrets",
    "webhook_headers",
    "rate_limits",
    "events",
    "audit_log",
  ];
  const log = ["deliveries", "attempts", "queue", "replays", "inbox_bins", "inbox_requests"];
  const access = ["api_keys", "account_secrets", "users", "saved_views", "invitations"];
  for (const table of [...tables, ...log, ...access])
    expect(before).toContain(`"table": "${table}"`);
});

const toOne = guarded.filter(({ endpoint }) => endpoint.params);
const withIds = every.flatMap(({ name, endpoint }) =>
  placesOfIds(endpoint).map((place) => ({ name, endpoint, place })),
);
const searching = guarded.filter(({ endpoint }) => endpoint.query);

describe.each(callers)("to %s", (_, anyCaller) => {
  test.each(toOne)(
    "$name answers 404 for whatever another account has",
    async ({ name, endpoint }) => {
      const { as } = await anyCaller();
      for (const id of theirs.ids) {
        const answer = await api(line(endpoint, id), { ...as, body: bodies[name] });
        expect([answer.status, answer.body], id).toEqual([
          404,
          { code: 40400, message: problems[40400] },
        ]);
        await expectNothing(answer, "", name);
      }
      expect(await theirs.snapshot()).toBe(before);
    },
  );

  test.each(searching)(
    "$name reveals no other account, whatever ids its query contains",
    async ({ name, endpoint }) => {
      const { as, key } = await anyCaller();
      const at = line(endpoint, await ownId(endpoint, key));
      for (const parameter of Object.keys(endpoint.query?.shape ?? {})) {
        for (const value of [...theirs.ids, theirs.mark]) {
          const answer = await api(`${at}?${parameter}=${value}`, { ...as, body: bodies[name] });
          await expectNothing(answer, value, `${name}?${parameter}`);
        }
      }
      expect(await theirs.snapshot()).toBe(before);
    },
  );

  test.each(withIds)("$name does nothing to another account by $place", async (one) => {
    const { name, endpoint, place } = one;
    const { as, key } = await anyCaller();
    const at = line(endpoint, await ownId(endpoint, key));
    for (const id of theirs.ids) {
      const answer = await api(at, { ...as, body: withId(bodies[name] ?? {}, place, id) });
      await expectNothing(answer, id, `${name} ${place}`);
    }
    expect(await theirs.snapshot()).toBe(before);
  });
});

test("bodies with ids of accounts, webhooks and deliveries are covered", () => {
  const tried = withIds.map(({ name, place }) => `${name} ${place}`);
  expect(tried).toEqual(
    expect.arrayContaining([
      "events.publish accountId",
      "events.publishBatch events.0.accountId",
      "apiKeys.issue accountId",
      "replays.create ids.0",
      "replays.create filter.webhook.0",
    ]),
  );
});

async function ownId(endpoint: Endpoint, key: string): Promise<string | undefined> {
  return endpoint.params && (await things[noun(endpoint)]!(key)).id;
}

type Schema = {
  format?: string;
  properties?: object;
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
  [union: string]: unknown;
};

/** Positions of ids in a body, such as `events.0.accountId`. */
function placesOfIds({ body }: Endpoint): string[] {
  if (!body) return [];
  const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as Schema;
  return [...new Set(placesIn(schema, schema.$defs ?? {}))];
}

function placesIn(schema: Schema, known: Record<string, Schema>, at = ""): string[] {
  const { format, properties = {}, items, $ref } = schema;
  const join = (name: string) => (at ? `${at}.${name}` : name);
  const unions = [schema.anyOf, schema.oneOf, schema.allOf, known[$ref?.split("/").at(-1) ?? ""]];
  return [
    ...(format === "uuid" ? [at] : []),
    ...Object.entries(properties).flatMap(([name, part]) => placesIn(part, known, join(name))),
    ...(items ? placesIn(items, known, join("0")) : []),
    ...(unions.flat().filter(Boolean) as Schema[]).flatMap((part) => placesIn(part, known, at)),
  ];
}

/** Returns the body with an id at that position; a replay with `ids` has no filter. */
function withId(body: object, place: string, id: string): object {
  const [head = "", ...rest] = place.split(".");
  const copy: Record<string, unknown> = head === "ids" ? {} : { ...body };
  const inner = Object(copy[head]);
  if (rest.length === 0) copy[head] = id;
  else if (rest[0] !== "0") copy[head] = withId(inner, rest.join("."), id);
  else copy[head] = [rest.length > 1 ? withId(inner[0], rest.slice(1).join("."), id) : id];
  return copy;
}
