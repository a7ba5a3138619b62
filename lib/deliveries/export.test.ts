import { expect, test } from "vitest";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { machineContext } from "@/tests/context";
import { freshDatabase } from "@/tests/database";
import { makers } from "@/tests/make";
import { exportDeliveries } from "./export";

const { sql, db } = await freshDatabase();
const make = makers(sql);
const person = {
  kind: "user",
  userId: "",
  email: "a@example.com",
  role: "viewer",
  sessionHash: "",
} as const;
const program = { kind: "key", keyId: "", name: "report" } as const;

test("an export that the row limit cut says so to people, not to programs", async () => {
  const webhook = await make.webhook();
  for (let n = 0; n < 101; n++) await make.delivery(webhook);
  const linesOf = async (
    actor: typeof person | typeof program,
    format: "csv" | "ndjson",
    rowLimit: number,
  ) => {
    const ctx = { ...machineContext(db), actor };
    const streaming = { headers: new ResponseHeaders(), inTurn: read, rowLimit };
    const { body } = await exportDeliveries(ctx, { format }, streaming);
    return (await new Response(body).text()).split(/\r?\n/).slice(0, -1);
  };
  const cut = await linesOf(person, "csv", 100);
  expect(cut).toHaveLength(102);
  expect(cut.at(-1)).toMatch(/^Limited to 100 rows\./);
  const whole = await linesOf(person, "csv", 200);
  expect(whole).toHaveLength(102);
  expect(whole.at(-1)).not.toContain("Limited");
  expect(await linesOf(person, "ndjson", 100)).toHaveLength(100);
  expect(await linesOf(program, "csv", 100)).toHaveLength(101);
});

function read<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
