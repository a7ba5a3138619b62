import { expect, test } from "vitest";
import { readEnvironment } from "./env";

const aboveZero = "give a whole number above 0";

test.each([
  ["PORT", "seventy", "give a whole number from 0 to 65535"],
  ["PORT", "70000", "give a whole number from 0 to 65535"],
  ["METRICS_PORT", "0", "give a whole number from 1 to 65535"],
  ["TRUST_PROXY", "yes", "give a whole number from 0 to 10"],
  ["WORKERS", "65", "give a whole number from 0 to 64"],
  ["NATS_REPLICAS", "9", "give a whole number from 1 to 5"],
  ["WORKER_CONCURRENCY", "1.5", "give a whole number from 1 to 100000"],
  ["RETENTION_DAYS", "forever", "give a whole number from 1 to 700000"],
  ["BACKLOG_LIMIT", "-1", aboveZero],
  ["CALLBACK_HTTPS_ONLY", "maybe", "give true or false"],
  ["STORE_RESPONSE_BODY", "99999", "give true, false or a number of bytes up to 16384"],
  ["DISPATCH", "kafka", "choose from local, sharded, nats"],
  ["LOG_FORMAT", "xml", "choose from json, text"],
  ["LOG_LEVEL", "verbose", "choose from trace, debug, info, warn, error, fatal, silent"],
  ["PUBLIC_URL", "example.com", "give a URL such as https://postback.example.com"],
  ["EGRESS_PROXY_URL", "socks5://proxy", "give a URL such as http://proxy.example.com:4750"],
  [
    "EGRESS_PROXY_URL",
    "http://user:50%@proxy.example.com",
    "write % in its user name and password as %25",
  ],
  ["ADMIN_EMAIL", "me", "give an e-mail address"],
  ["BACKUP_EVERY", "daily", "give a time such as 30m, 24h or 7d, of at most 24d"],
])("%s=%s is refused with what to give", (name, value, form) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(
    `Invalid environment. ${name}: ${form}.`,
  );
});

test("numbers that no database could work with are refused", () => {
  expect(() => readEnvironment({ RETENTION_DAYS: "999999" })).toThrow(
    "RETENTION_DAYS: give a whole number from 1 to 700000",
  );
  expect(() => readEnvironment({ WORKER_CONCURRENCY: "1000000000" })).toThrow(
    "WORKER_CONCURRENCY: give a whole number from 1 to 100000",
  );
});

test("a value of spaces counts as unset", () => {
  expect(readEnvironment({ PORT: " ", METRICS_PORT: "\t" })).toEqual(readEnvironment({}));
});
