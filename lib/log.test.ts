import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loggable, logTo } from "./log";
import { asText } from "./log-text";

test("a logged error has its cause, not the parameters", () => {
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Key (x)=(hunter2)",
  });
  const wrapped = new Error("Failed query: insert … params: hunter2", { cause });
  const line = JSON.stringify(loggable(wrapped));
  expect(line).toContain("duplicate key value");
  expect(line).toContain("23505");
  expect(line).not.toContain("hunter2");
});

test("fields with a secret's name are masked, in an entry and below one of its fields", () => {
  const lines: string[] = [];
  const secrets = { secret: "s3cret", token: "s3cret", "x-api-key": "s3cret" };
  const write = (line: string) => void lines.push(line);
  logTo({ write }).error({ ...secrets, headers: { ...secrets, accept: "text/html" } }, "refused");
  const masked = { secret: "[hidden]", token: "[hidden]", "x-api-key": "[hidden]" };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...masked, headers: { ...masked, accept: "text/html" } }),
  ]);
});

test("as text, an entry has its time, level, process, message and fields, and an error its stack", () => {
  const time = "2026-11-23T03:04:05.678Z";
  const base = { level: 30, time, process: "web", pid: 42, msg: "web listening" };
  expect(asText(JSON.stringify({ ...base, port: 3000, host: "::", code: 1 }))).toBe(
    `${time} INFO  web[42]: web listening port=3000 host=:: code=1\n`,
  );
  const err = {
    name: "Error",
    message: "closed",
    code: "08006",
    stack: "Error: closed\n    at a.js:1",
  };
  const failed = { ...base, level: 50, msg: "request failed", code: 50000 };
  expect(asText(JSON.stringify({ ...failed, err }))).toBe(
    `${time} ERROR web[42]: request failed code=50000 err=closed errCode=08006\n    at a.js:1\n`,
  );
});

test("as text, a value cannot forge another line or field", () => {
  const entry = { level: 40, time: "", process: "web", msg: "refused", reason: "a\nb c=d" };
  expect(asText(JSON.stringify(entry))).toBe(' WARN  web: refused reason="a\\nb c=d"\n');
});

/** Messages in the table of the runbook. */
const documented = [
  ...(readFileSync("docs/operations.md", "utf8").split("\n## Log\n")[1] ?? "").matchAll(
    /^\| (`[^|]+`) \|/gm,
  ),
]
  .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)])
  .map(([, message = ""]) => message)
  .filter((message) => message !== "msg");

const code = ["app", "lib", "server", "worker"].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(name, "utf8")),
);

test("every message in the table of docs/operations.md is one that is logged", () => {
  expect(documented.length).toBeGreaterThan(20);
  const unknown = documented.filter(
    (message) => !code.some((text) => text.includes(`"${message}"`)),
  );
  expect(unknown).toEqual([]);
});

test("every warning and error that is logged is in the table of docs/operations.md", () => {
  const logged = code
    .flatMap((text) => [...text.matchAll(/\blog\.(?:warn|error)\(([^;]*?"[^"]* [^"]*"[^;]*?)\);/g)])
    .flatMap(([, call = ""]) => [...call.matchAll(/"([^"]* [^"]*)"/g)])
    .map(([, message = ""]) => message);
  expect(logged.length).toBeGreaterThan(40);
  expect(logged.filter((message) => !documented.includes(message))).toEqual([]);
});
