import { expect, test } from "vitest";
import { api } from "./client";
import { account, delivery } from "./world";

test.each(["status", "event", "cause", "trigger"])(
  "an empty %s chooses all deliveries, as none does",
  async (name) => {
    const { key } = await account();
    const { id } = await delivery(key);
    for (const query of [`${name}=`, `${name}=,`]) {
      const { body: page } = await api(`GET /v1/deliveries?${query}`, { key });
      expect(page.deliveries).toMatchObject([{ id }]);
      const { body: counted } = await api(`GET /v1/deliveries/count?${query}`, { key });
      expect(counted.count).toBe(1);
      const { text } = await api(`GET /v1/deliveries/export?format=ndjson&${query}`, { key });
      expect(JSON.parse(text)).toMatchObject({ id });
    }
  },
);

test("an empty list of names chooses all statistics and audit entries", async () => {
  const { key } = await account();
  await delivery(key);
  for (const query of ["event=", "cause="]) {
    const { body } = await api(`GET /v1/stats?${query}`, { key });
    expect(body.totals).toMatchObject({ pending: 1, total: 1 });
  }
  const { body: audit } = await api("GET /v1/audit?action=", { key });
  expect(audit.entries).toMatchObject([{ action: "webhook.created" }]);
});

test("an empty list in a body is refused, because it would choose everything", async () => {
  const { key } = await account();
  await delivery(key);
  for (const filter of [{ event: [] }, { cause: "" }, { trigger: "," }]) {
    for (const line of ["POST /v1/deliveries/cancel", "POST /v1/replays"]) {
      const { status, body } = await api(line, { key, body: { filter } });
      expect([status, body.code]).toEqual([400, 40000]);
    }
  }
});
