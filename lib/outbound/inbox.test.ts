import { request } from "undici";
import { expect, test } from "vitest";
import { guardedAgent } from "./connector";
import { targetPolicy } from "./policy";
import { assertAllowedTarget, targetComplaint } from "./target";

const bin = `http://inbox.postback.internal/${"abcdefgh2345".repeat(2)}`;
const policies = {
  strict: { ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false },
  "https only": { ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: true },
  open: { ALLOW_PRIVATE_CIDRS: "0.0.0.0/0,::/0", CALLBACK_HTTPS_ONLY: false },
  proxied: {
    ALLOW_PRIVATE_CIDRS: "",
    CALLBACK_HTTPS_ONLY: false,
    EGRESS_PROXY_URL: "http://127.0.0.1:1",
  },
};
const each = Object.entries(policies).map(
  ([name, settings]) => [name, targetPolicy(settings)] as const,
);

test.each(each)("%s: the address of a bin may be registered", (_, policy) => {
  expect(() => assertAllowedTarget(bin, policy)).not.toThrow();
});

test.each(each)("%s: no other spelling of it may", (_, policy) => {
  const others = [
    bin.replace("inbox", "INBOX"),
    bin.replace("internal/", "internal./"),
    bin.replace("internal/", "internal:80/"),
    bin.replace("internal/", "internal:8080/"),
    bin.replace("http:", "https:"),
    bin.toUpperCase().replace("HTTP", "http"),
    `${bin}/`,
    `${bin}?`,
    bin.slice(0, -1),
    `${bin}a`,
    bin.replace("internal/", "internal//"),
  ];
  expect(others.filter((other) => targetComplaint(other, policy) === null)).toEqual([]);
});

test.each([bin.replace("http:", "https:"), bin.replace("internal/", "internal:8080/")])(
  "%s is no bin to a sender either",
  async (other) => {
    const dispatcher = guardedAgent(
      targetPolicy(policies.open),
      async () => [],
      () => Promise.reject(new Error("the inbox was opened")),
    );
    await expect(request(other, { dispatcher })).rejects.toMatchObject({ reason: "dns" });
    await dispatcher.destroy();
  },
);

test.each(each)("%s: a sender that has no inbox is led nowhere by the name", async (_, policy) => {
  const dispatcher = guardedAgent(policy, async () => {
    throw new Error("the name was looked up");
  });
  await expect(request(bin, { dispatcher })).rejects.toMatchObject({ reason: "blocked" });
  await dispatcher.destroy();
});
