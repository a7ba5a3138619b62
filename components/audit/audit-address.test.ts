import { expect, test } from "vitest";
import { addressReader } from "@/components/address/field";
import { auditApi } from "@/lib/audit/contract";
import { auditQueryOf } from "@/lib/audit/view";
import { auditAddress } from "./audit-address";

const viewOf = addressReader(auditAddress);

test.each([
  ["2026-01-02T00:00Z", "2026-01-02T00:00:00.000Z"],
  ["2026-01-02T01:00:00+02:00", "2026-01-01T23:00:00.000Z"],
  ["2026-01-02T00:00:00", null],
  ["2026-01-02T99:00Z", null],
  ["1970-01-01T00:00+01:00", null],
  ["3000-01-01T00:00Z", null],
])("the start %s of an address is %s, which the API accepts", (from, read) => {
  const view = viewOf({ from, to: "2026-01-02T00:30:00.000Z" });
  expect(view.from).toBe(read);
  expect(auditApi.list.query.safeParse(auditQueryOf(view, Date.now())).success).toBe(true);
});
