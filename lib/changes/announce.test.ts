import { expect, test } from "vitest";
import { announce } from "./announce";
import type { Notice } from "./change";

test("changes of a notification that failed are in the next", async () => {
  const sent: Notice[] = [];
  let isAway = true;
  const away = {
    async notify(_: string, payload: string) {
      if (isAway) {
        isAway = false;
        announce(away, { kind: "test webhooks", account: "b", id: "2" });
        throw new Error("The database is away.");
      }
      sent.push(...JSON.parse(payload));
    },
  };
  announce(away, { kind: "test webhooks", account: "a", id: "1" });
  announce(away, { kind: "test alerts" });
  // Others may have announced changes in this process just before.
  const own = () => sent.filter(({ kind }) => kind.startsWith("test"));
  await expect.poll(own).toHaveLength(3);
  expect(own()).toEqual(
    expect.arrayContaining([
      { kind: "test webhooks", account: "a", ids: ["1"] },
      { kind: "test webhooks", account: "b", ids: ["2"] },
      { kind: "test alerts", ids: [], more: true },
    ]),
  );
});
