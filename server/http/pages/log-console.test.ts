import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "@/lib/log";
import { defaultProblem } from "@/lib/protocol/default-problem";
import { logConsole, renderFor } from "./log-console";

const { error, warn } = console;
let entries: [string, unknown, string][];
beforeEach(() => {
  entries = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation((fields: unknown, message: unknown) => {
      entries.push([level, fields, String(message)]);
    });
  }
  logConsole();
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(console, { error, warn });
});

const request = {
  requestId: "r-1",
  path: "/deliveries/0195f3a0-5b7e-7c3a-9d4e-1f2a3b4c5d6e",
  address: "192.0.2.1",
};
const logged = { requestId: "r-1", path: "/deliveries/{id}", address: "192.0.2.1" };

test("the error of a page is one entry with its request", async () => {
  const err = Object.assign(new Error("relation does not exist"), { digest: "42" });
  await renderFor(request, async () => {
    await Promise.resolve();
    console.error("\u001b[31m⨯\u001b[39m", err);
    console.error("⨯", err);
  });
  expect(entries).toEqual([["error", { ...logged, digest: "42", err }, "page failed"]]);
});

test("a page that is refused is an entry like that of the API, without a stack", () => {
  renderFor(request, () => console.error("⨯", defaultProblem(50300)));
  expect(entries).toEqual([
    ["warn", { method: "GET", ...logged, status: 503, code: 50300 }, "request refused"],
  ]);
});

test("other output is an entry without colours", () => {
  console.warn("\u001b[33m\u001b[1m⚠\u001b[22m\u001b[39m", "%s is deprecated", "x");
  expect(entries).toEqual([["warn", { text: "⚠ %s is deprecated x" }, "console output"]]);
});
