import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scopes } from "@/db/enums";
import { problems } from "@/lib/protocol/problem-codes";
import { api } from "./client";
import { bodies, every, guarded, line, noun, things } from "./inputs";
import { account, keyOf } from "./world";

const scoped = guarded.filter(({ endpoint }) => endpoint.access !== "any");
const withId = every.filter(({ endpoint }) => endpoint.params);
const withBody = every.filter(({ endpoint }) => endpoint.body);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

describe("every guarded endpoint", () => {
  test.each(guarded)("$name refuses all wrong keys with one answer", async ({ endpoint }) => {
    const { id, key } = await account();
    const expired = await keyOf(id, scopes, { expiresAt: new Date(Date.now() - 1000) });
    const revoked = await keyOf(id, scopes, { revokedAt: new Date() });
    const wrong = ["", "no-key", key.replace(/.$/, "!"), expired, revoked, `${key}, ${key}`];
    const answers = [await api(line(endpoint))];
    for (const key of wrong) answers.push(await api(line(endpoint), { key }));

    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('ApiKey realm="api"');
      expect(body).toEqual(answers[0]!.body);
    }
  });

  test.each(scoped)("$name names the scope that a key lacks", async ({ endpoint }) => {
    const { id } = await account();
    const key = await keyOf(
      id,
      scopes.filter((scope) => scope !== endpoint.access),
    );
    const { status, body } = await api(line(endpoint), { key });
    expect(status).toBe(403);
    expect(body.code).toBe(40300);
    expect(body.message).toContain(endpoint.access);
  });
});

describe("every endpoint that names one thing", () => {
  test.each(withId)("$name answers 404 alike for all that is not there", async (one) => {
    const [mine, theirs] = [await account(), await account()];
    const make = things[noun(one.endpoint)];
    expect(make, `things.${noun(one.endpoint)} makes one`).toBeDefined();
    const { id: foreign } = await make!(theirs.key);
    const body = bodies[one.name];

    for (const id of [foreign, randomUUID(), "no-uuid", "1", "%00", `${foreign}x`]) {
      const answer = await api(line(one.endpoint, id), { key: mine.key, body });
      expect(answer.status, id).toBe(404);
      expect(answer.body).toEqual({ code: 40400, message: problems[40400] });
    }
  });
});

describe("every endpoint with a body", () => {
  test.each(withBody)("$name complains of what does not match", async ({ name, endpoint }) => {
    const { key } = await account();
    const make = things[noun(endpoint)];
    const at = line(endpoint, endpoint.params && (await make!(key)).id);
    const valid = bodies[name];
    expect(valid, `bodies["${name}"] has a valid body`).toBeDefined();
    const json = { "content-type": "application/json" };

    const broken = await api(at, { key, raw: '{"a":', headers: json });
    expect([broken.status, broken.body.code]).toEqual([400, 40001]);

    const notUtf8 = await api(at, { key, raw: Uint8Array.of(0x22, 0xff, 0x22), headers: json });
    expect([notUtf8.status, notUtf8.body.code]).toEqual([400, 40001]);

    const unknown = await api(at, { key, body: { ...valid, surprise: 1 } });
    expect([unknown.status, unknown.body.code]).toEqual([400, 40000]);
    expect(unknown.body.issues).toContainEqual(expect.objectContaining({ path: "surprise" }));

    for (const wrong of ['"text"', "[]", "null", "7"]) {
      const answer = await api(at, { key, raw: wrong, headers: json });
      expect([answer.status, answer.body.code], wrong).toEqual([400, 40000]);
    }

    const deep = await api(at, { key, raw: "[".repeat(10_000), headers: json });
    expect([deep.status, deep.body.code]).toEqual([400, 40000]);

    const tooLarge = JSON.stringify({ a: "x".repeat(endpoint.bodyLimit ?? 64 * 1024) });
    const large = await api(at, { key, raw: tooLarge, headers: json });
    expect([large.status, large.body.code]).toEqual([413, 41300]);

    const text = await api(at, { key, raw: "a=1", headers: { "content-type": "text/plain" } });
    expect([text.status, text.body.code]).toEqual([415, 41500]);

    const packed = { ...json, "content-encoding": "gzip" };
    const compressed = await api(at, { key, raw: gzipSync('{"a":1}'), headers: packed });
    expect([compressed.status, compressed.body.code]).toEqual([415, 41500]);
    expect(compressed.headers.get("accept-encoding")).toBe("identity");
  });
});

describe("every path", () => {
  const paths = [...new Set(every.map(({ endpoint }) => endpoint.path))];

  test.each(paths)("%s lists its methods", async (path) => {
    const { key } = await account();
    const here = every.filter(({ endpoint }) => endpoint.path === path);
    const offered = here.map(({ endpoint }) => endpoint.method as string);
    const at = path.replace("{id}", randomUUID()).replace("{number}", "1");

    for (const method of methods.filter((candidate) => !offered.includes(candidate))) {
      const { status, headers, body } = await api(`${method} ${at}`, { key });
      expect([status, body.code], method).toEqual([405, 40500]);
      expect(headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(offered));
    }
    const options = await api(`OPTIONS ${at}`);
    expect(options.status).toBe(204);
    expect(options.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(offered));
  });

  test.each(every.filter(({ endpoint }) => endpoint.method === "GET"))(
    "$name answers HEAD as GET, without a body",
    async ({ endpoint }) => {
      const { key } = await account();
      const id = endpoint.params && (await things[noun(endpoint)]!(key)).id;
      const at = line(endpoint, id).slice("GET ".length);
      const [get, head] = [await api(`GET ${at}`, { key }), await api(`HEAD ${at}`, { key })];
      expect(head.status).toBe(get.status);
      expect(head.text).toBe("");
    },
  );
});
