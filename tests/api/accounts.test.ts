import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { api } from "./client";
import { account, keyOf } from "./world";

describe("accounts", () => {
  test("are created by a service key, once per name", async () => {
    const key = await keyOf(null, ["admin"]);
    const body = { name: `Studio ${randomUUID()}` };
    const { status, body: made } = await api("POST /v1/accounts", { key, body });
    expect([status, made.name]).toEqual([201, body.name]);
    expect((await api("POST /v1/accounts", { key, body })).status).toBe(409);
    const { key: customer } = await account();
    expect((await api("POST /v1/accounts", { key: customer, body })).status).toBe(403);
  });

  test("are listed whole, or page by page", async () => {
    await Promise.all([account(), account(), account()]);
    const key = await keyOf(null, ["webhooks:read"]);
    const { body: whole } = await api("GET /v1/accounts", { key });
    expect(whole).not.toHaveProperty("nextCursor");
    const paged: { id: string }[] = [];
    // Several pages, however many accounts other tests have left.
    const limit = Math.min(50, Math.ceil(whole.accounts.length / 3));
    const next = new URLSearchParams({ limit: `${limit}` });
    for (let cursor = ""; cursor !== undefined; next.set("cursor", cursor)) {
      const { body } = await api(`GET /v1/accounts?${next}`, { key });
      expect(body.accounts.length).toBeLessThanOrEqual(limit);
      paged.push(...body.accounts);
      cursor = body.nextCursor;
    }
    // Other tests add accounts meanwhile. One that is committed late may stand before the last ones.
    const known = new Set(whole.accounts.map(({ id }: { id: string }) => id));
    expect(paged.filter(({ id }) => known.has(id))).toEqual(whole.accounts);
  });

  test("are found by a part of their name and by their id, within what the caller sees", async () => {
    const service = await keyOf(null, ["admin"]);
    const word = randomUUID();
    const names = [`Ünder_${word}`, `ünder%${word}`, `other ${word}`];
    const made = [];
    for (const name of names)
      made.push((await api("POST /v1/accounts", { key: service, body: { name } })).body);
    const found = async (q: string, key = service) => {
      const { body } = await api(`GET /v1/accounts?${new URLSearchParams({ q })}`, { key });
      return body.accounts.map((one: { name: string }) => one.name);
    };
    expect(await found(word.toUpperCase())).toEqual(names);
    expect(await found(`ÜNDER_${word}`)).toEqual(names.slice(0, 1));
    expect(await found("_%")).toEqual([]);
    expect(await found(made[2].id)).toEqual(names.slice(2));
    expect(await found(made[2].id, (await account()).key)).toEqual([]);
    const { body } = await api(`GET /v1/accounts?q=${word}&limit=2`, { key: service });
    const next = `q=${word}&limit=2&cursor=${body.nextCursor}`;
    const { body: rest } = await api(`GET /v1/accounts?${next}`, { key: service });
    expect(rest).toEqual({ accounts: [made[2]] });
  });

  test("of an exact name are found first, then those that begin with the text, page by page", async () => {
    const service = await keyOf(null, ["admin"]);
    const word = `Studio ${randomUUID()}`;
    const others = [`Old ${word}`, `Older ${word}`, `${word} 10`, `${word} 2`];
    for (const name of [...others, word])
      await api("POST /v1/accounts", { key: service, body: { name } });
    const ranked = [word, `${word} 10`, `${word} 2`, `Old ${word}`, `Older ${word}`];

    const found: string[] = [];
    const query = new URLSearchParams({ q: word.toLowerCase(), limit: "1" });
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const { body } = await api(`GET /v1/accounts?${query}`, { key: service });
      found.push(...body.accounts.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor;
      query.set("cursor", cursor ?? "");
    }
    expect(found).toEqual(ranked);
  });

  test("are visible to their own keys only", async () => {
    const { key, id } = await account();
    const { body } = await api("GET /v1/accounts", { key });
    expect(body.accounts.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});
