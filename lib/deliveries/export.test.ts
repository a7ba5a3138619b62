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

test("a CSV file for people begins with a byte order mark and says if the row limit cut it, one for programs does not", async () => {
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
    const bytes = await new Response(body).arrayBuffer();
    return Buffer.from(bytes).toString().split(/\r?\n/).slice(0, -1);
  };
  const cut = await linesOf(person, "csv", 100);
  expect(cut).toHaveLength(102);
  expect(cut.at(-1)).toMatch(/^Limited to 100 rows\./);
  const whole = await linesOf(person, "csv", 200);
  expect(whole).toHaveLength(102);
  expect(whole[0]).toMatch(/^\ufeffid,createdAt,/);
  expect(whole.at(-1)).not.toContain("Limited");
  const rows = await linesOf(person, "ndjson", 100);
  expect(rows).toHaveLength(100);
  expect(rows[0]).toMatch(/^\{/);
  const plain = await linesOf(program, "csv", 100);
  expect(plain).toHaveLength(101);
  expect(plain[0]).toMatch(/^id,createdAt,/);
});

function read<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
