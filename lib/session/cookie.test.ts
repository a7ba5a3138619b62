import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Loads the module of a process with this public URL. */
async function reachedBy(url: string) {
  vi.stubEnv("PUBLIC_URL", url);
  vi.resetModules();
  return import("./cookie");
}

test("behind https the cookie is bound to the host and to https", async () => {
  const { sessionCookie, endedCookie } = await reachedBy("https://postback.example");
  expect(sessionCookie("t")).toBe(
    "__Host-postback_session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure",
  );
  expect(endedCookie()).toBe(
    "__Host-postback_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure",
  );
});

test.each(["", "http://postback.example/https:"])("reached by %j it works on http", async (url) => {
  const { sessionCookie } = await reachedBy(url);
  expect(sessionCookie("t")).toBe(
    "postback_session=t; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800",
  );
});

describe("the token is found", () => {
  test.each([
    ["postback_session=t", "t"],
    ["a=b; postback_session=t; c=d", "t"],
    ["a=b;postback_session=t=u", "t=u"],
    ["a=b;  postback_session=t", "t"],
    ["postback_session=", undefined],
    ["xpostback_session=t", undefined],
    ["__Host-postback_session=t", undefined],
    ["", undefined],
    [null, undefined],
  ])("in %j", async (header, token) => {
    const { sessionTokenIn } = await reachedBy("");
    expect(sessionTokenIn(header)).toBe(token);
  });

  test("behind https in none but the bound cookie", async () => {
    const { sessionTokenIn } = await reachedBy("https://postback.example");
    expect(sessionTokenIn("postback_session=t")).toBeUndefined();
    expect(sessionTokenIn("postback_session=t; __Host-postback_session=u")).toBe("u");
  });
});
