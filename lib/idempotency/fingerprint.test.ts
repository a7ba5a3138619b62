import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Context } from "@/lib/context";
import { derive } from "@/lib/vault/derived-keys";
import { freshDatabase } from "@/tests/database";
import { fingerprintOf } from "./fingerprint";
import { findResponses, storeResponses } from "./stored-responses";

const newKey = () => randomBytes(32).toString("base64");
const keysOf = (list: string) => derive(list, "idempotency fingerprints");
const [older, newer] = [newKey(), newKey()];
const text = 'POST /v1/users\n{"password":"correct horse battery"}';

test("a fingerprint is keyed: it is not the hash of the request, and differs by the master key", () => {
  const [made] = fingerprintOf(text, keysOf(older));
  const digests = (["hex", "base64url"] as const).map((form) =>
    createHash("sha256").update(text).digest(form),
  );
  for (const digest of digests) expect(made).not.toContain(digest);
  expect(fingerprintOf(text, keysOf(older))[0]).toBe(made);
  expect(fingerprintOf(text, keysOf(newer))[0]).not.toBe(made);
  expect(fingerprintOf(`${text} `, keysOf(older))[0]).not.toBe(made);
  expect(fingerprintOf(text, derive(older, "another purpose"))[0]).not.toBe(made);
});

test("an answer is found again while a master key is replaced", async () => {
  const { db } = await freshDatabase();
  const both = keysOf(`${newer},${older}`);
  const scope = "019a0000-0000-7000-8000-000000000000" satisfies Context["accountId"];
  const keep = (key: string, fingerprint: readonly [string, ...string[]]) =>
    db.transaction((tx) =>
      storeResponses(tx, scope, [{ key, fingerprint, status: 201, answer: "{}" }]),
    );
  const find = (key: string, fingerprint: readonly [string, ...string[]]) =>
    db.transaction(async (tx) =>
      (await findResponses(tx, scope, [{ key, fingerprint, path: "key" }])).get(key),
    );

  await keep("by the older key", fingerprintOf(text, keysOf(older)));
  await keep("by a plain digest", [createHash("sha256").update(text).digest("hex")]);
  const now = fingerprintOf(text, both);
  expect(await find("by the older key", now)).toMatchObject({ answer: "{}" });
  await expect(find("by a plain digest", now)).rejects.toMatchObject({ code: 42200 });
  await expect(find("by the older key", fingerprintOf(`${text} `, both))).rejects.toMatchObject({
    code: 42200,
  });
});
