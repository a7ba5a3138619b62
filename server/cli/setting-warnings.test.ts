import { expect, test, vi } from "vitest";
import { readEnvironment } from "@/lib/env";
import { contradictions, unknownSettings, withoutEffect } from "./setting-warnings";
import { readSettings } from "./settings";

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["MASTER_KEYS", "MASTER_KEY"],
  ["MASTER_KEY_FLIE", "MASTER_KEY_FILE"],
  ["PROT", "PORT"],
  ["LOGLEVEL", "LOG_LEVEL"],
])("%s in the environment is recognised as %s", (name, meant) => {
  expect(unknownSettings({ [name]: "x" }, [])).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
});

test("variables of other programs are not mentioned, in .env they are", () => {
  const foreign = { HOME: "/", PATH: "/", PWD: "/", HOSTNAME: "h", TERM: "x", SECRET: "x" };
  expect(unknownSettings(foreign, [])).toEqual([]);
  expect(unknownSettings({}, ["PORT", "SECRET", "NODE_OPTIONS"])).toEqual([
    "SECRET in .env is not a setting of Postback.",
  ]);
});

test.each([
  [{ ADMIN_EMAIL: "a@example.com" }, "without each other"],
  [{ BACKLOG_LIMIT: "10" }, "BACKLOG_PER_ACCOUNT is above BACKLOG_LIMIT"],
  [{ BOOTSTRAP_API_KEY: "secret" }, "fewer than 16 characters"],
  [{ PUBLIC_URL: "https://hooks.example.com" }, "TRUST_PROXY is 0"],
  [{ PUBLIC_URL: "http://hooks.example.com/api" }, "more than a host and a port"],
  [{ PUBLIC_URL: "http://hooks.example.com/?a" }, "more than a host and a port"],
  [
    { EGRESS_PROXY_URL: "http://proxy:4750", ALLOW_PRIVATE_CIDRS: "10.0.0.0/8" },
    "applies to literal addresses only",
  ],
])("%j is named as a contradiction", (source, sentence) => {
  expect(contradictions(readEnvironment(source))).toEqual([expect.stringContaining(sentence)]);
  expect(contradictions(readEnvironment({}))).toEqual([]);
});

test("a proxy for callbacks does not contradict the ranges that a trial chooses itself", () => {
  vi.stubEnv("EGRESS_PROXY_URL", "http://proxy:4750");
  vi.stubEnv("ALLOW_PRIVATE_CIDRS", undefined);
  vi.stubEnv("POSTBACK_CHOSEN_SETTINGS", undefined);
  const { env, trial } = readSettings();
  expect(trial).toBe(true);
  expect(contradictions(env)).toEqual([]);
  vi.unstubAllEnvs();
});

test("web and worker write no backups", () => {
  expect(withoutEffect(readEnvironment({ BACKUP_DIR: "/backups" }), "web")).toEqual([
    expect.stringMatching(/^BACKUP_DIR has no effect on `postback web`.* --every 24h/),
  ]);
  expect(withoutEffect(readEnvironment({}), "worker")).toEqual([]);
});
