import { afterAll, expect, inject, test } from "vitest";
import { connectSql } from "@/db/client";
import { scopes } from "@/db/enums";
import { api } from "./client";
import { untilBlocking } from "./until-blocking";
import { account, keyOf, videoDone } from "./world";

// Only the sample account is ever deleted, while requests may name it.
const remover = connectSql(inject("databaseUrl"), 1);
afterAll(() => remover.end({ timeout: 1 }));

const subscription = { callbackUrl: "https://receiver.example/", events: [videoDone.event] };
const callbackUrl = "https://receiver.example/once";

test.each<[string, (accountId: string) => object]>([
  ["POST /v1/webhooks?account=", () => subscription],
  ["POST /v1/inbox/bins?account=", () => ({ name: "Trial" })],
  ["POST /v1/api-keys", (accountId) => ({ accountId, name: "key", scopes: ["webhooks:read"] })],
  ["POST /v1/events", (accountId) => ({ ...videoDone, accountId, callbackUrl })],
])("%s of an account that is being deleted is refused", async (line, bodyOf) => {
  const { id } = await account();
  const key = await keyOf(null, scopes);
  const transaction = await remover.reserve();
  await transaction`begin`;
  await transaction`delete from accounts where id = ${id}`;
  const path = line.endsWith("=") ? `${line}${id}` : line;
  const creating = api(path, { key, body: bodyOf(id) });
  await untilBlocking(transaction);
  await transaction`commit`;
  transaction.release();

  const { status, body } = await creating;
  expect([status, body]).toEqual([
    409,
    { code: 40900, message: "The account was deleted meanwhile. Nothing was stored." },
  ]);
});
