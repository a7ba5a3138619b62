import { describe, expect, test } from "vitest";
import { api } from "./client";
import { browser, operator } from "./people";
import { keyOf } from "./world";

const admin = await keyOf(null, ["admin"]);

describe("saved views", () => {
  test("are private: listed, replaced and deleted by name", async () => {
    const [mine, theirs] = [
      await browser(await operator("viewer")),
      await browser(await operator()),
    ];
    const save = (name: string, query: string) =>
      api("POST /v1/views", { headers: mine.headers, body: { name, query } });
    const list = async ({ headers }: typeof mine) =>
      (await api("GET /v1/views", { headers })).body.views as { name: string; query: string }[];
    const names = async (of: typeof mine) => (await list(of)).map(({ name }) => name);
    const { status, headers, body: view } = await save("Outage", "status=failed&since=24h");
    expect([status, view.query]).toEqual([201, "status=failed&since=24h"]);
    await save("acme", "webhook=0199c0de-0000-7000-8000-000000000001");
    expect((await save("Outage", "status=retrying")).body.id).toBe(view.id);
    expect(await names(mine)).toEqual(["acme", "Outage"]);
    expect(await list(mine)).toContainEqual(
      expect.objectContaining({ name: "Outage", query: "status=retrying" }),
    );
    expect(await names(theirs)).toEqual([]);
    const read = `GET ${headers.get("location")}`;
    const shown = await api(read, { headers: mine.headers });
    expect([shown.status, shown.body]).toEqual([200, { ...view, query: "status=retrying" }]);
    expect((await api(read, { headers: theirs.headers })).status).toBe(404);
    expect((await api(read, { key: admin })).status).toBe(404);
    const remove = `DELETE /v1/views/${view.id}`;
    expect((await api(remove, { headers: theirs.headers })).status).toBe(404);
    expect((await api(remove, { headers: mine.headers })).status).toBe(204);
    expect(await names(mine)).toEqual(["acme"]);
    expect((await api("GET /v1/views", { key: admin })).body).toEqual({ views: [] });
    const body = { name: "Nobody's", query: "q=a" };
    expect((await api("POST /v1/views", { key: admin, body })).status).toBe(404);
  });

  test("are no more than fifty, and hold filters only", async () => {
    const { headers } = await browser(await operator());
    const save = (name: string, query = "q=a") =>
      api("POST /v1/views", { headers, body: { name, query } });
    for (let n = 0; n < 45; n++) expect((await save(`${n}`)).status).toBe(201);
    // Concurrent ones, too.
    const codes = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => (await save(`late ${n}`)).body.code),
    );
    expect(codes.filter((code) => code === 40901)).toHaveLength(5);
    expect((await save("7", "q=b")).status).toBe(201);
    expect((await save("7", "//evil.example?q=b")).body.code).toBe(40000);
  });
});
