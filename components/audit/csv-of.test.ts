import { expect, test } from "vitest";
import type { AuditEntry } from "@/lib/audit/queries";
import { csvOf } from "./csv-of";

const entry: AuditEntry = {
  id: "0199c0de-0000-7000-8000-000000000001",
  actor: { kind: "anonymous", name: '=HYPERLINK("https://evil.example")' },
  action: "session.sign_in_failed",
  createdAt: "2026-11-21T12:00:00.000Z",
  after: { email: "a,b" },
};

test("Excel reads the file as UTF-8, no cell is a formula, and quotes and commas stay inside their cell", () => {
  const [head, line] = csvOf([entry]).split("\r\n");
  expect(head).toMatch(/^\ufefftime,/);
  expect(line).toBe(
    `2026-11-21T12:00:00.000Z,anonymous,"'=HYPERLINK(""https://evil.example"")",session.sign_in_failed,,,"{""email"":""a,b""}",,,,0199c0de-0000-7000-8000-000000000001,,,`,
  );
});

test("the ids of an entry are in the last columns", () => {
  const [head, line] = csvOf([
    {
      ...entry,
      actor: { kind: "key", id: "k-1", name: "Key" },
      accountId: "a-1",
      webhookId: "w-1",
    },
  ]).split("\r\n");
  expect(head).toMatch(/,object name,entry,account,webhook,actor id$/);
  expect(line).toMatch(/,0199c0de-0000-7000-8000-000000000001,a-1,w-1,k-1$/);
});

test("an actor without a name has its id", () => {
  const [, line] = csvOf([{ ...entry, actor: { kind: "key", id: "k-1" } }]).split("\r\n");
  expect(line).toContain(",key,k-1,session");
});
