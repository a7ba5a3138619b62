import { expect, test } from "vitest";
import { leasedDelivery } from "@/tests/leased-delivery";
import { RecentChanges } from "./recent-changes";

const callbackUrl = "https://hooks.example/";

test("rows claimed before a change of the secrets of an account are outdated, if these sign them", () => {
  const changes = new RecentChanges();
  const secretAccountId = leasedDelivery({ callbackUrl }).accountId;
  const before = [
    leasedDelivery({ callbackUrl, secretAccountId }),
    leasedDelivery({ callbackUrl, secretAccountId: "another" }),
    leasedDelivery({ callbackUrl }),
  ];
  changes.note({ secretsOfAccount: secretAccountId });
  const after = leasedDelivery({ callbackUrl, secretAccountId });
  const isOutdated = [...before, after].map((row) => changes.isOutdated(row));
  expect(isOutdated).toEqual([true, false, false, false]);
});
