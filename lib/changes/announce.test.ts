import { expect, test } from "vitest";
import { announce } from "./announce";
import type { Notice } from "./change";

test("changes of a notification that failed are in the next", async () => {
  const sent: Notice[][] = [];
  let isAway = true;
  const away = {
    async notify(_: string, payload: string) {
      if (isAway) {
        isAway = false;
        announce(away, { kind: "webhooks", account: "b", id: "2" });
        throw new Error("The database is away.");
      }
      sent.push(JSON.parse(payload));
    },
  };
  announce(away, { kind: "webhooks", account: "a", id: "1" });
  announce(away, { kind: "alerts" });
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toHaveLength(3);
  expect(sent[0]).toEqual(
    expect.arrayContaining([
      { kind: "webhooks", account: "a", ids: ["1"] },
      { kind: "webhooks", account: "b", ids: ["2"] },
      { kind: "alerts", ids: [], more: true },
    ]),
  );
});
