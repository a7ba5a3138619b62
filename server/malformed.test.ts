import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Home, makeHome } from "@/tests/product";

let home: Home;
let port: number;
beforeAll(async () => {
  home = await makeHome();
  port = Number(new URL(await home.start().address()).port);
});
afterAll(() => home.close());

/** What comes back to these very bytes, until the other side closes. */
function ask(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text)).on("error", reject);
  });
}

const request = (line: string, ...headers: string[]) =>
  [line, ...headers, "connection: close", "", ""].join("\r\n");

describe("what is hardly HTTP", () => {
  test.each([
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n\r\n", 400],
    ["a header without a colon", request("GET /v1 HTTP/1.1", "host: a", "nonsense"), 400],
    ["headers of 40 KiB", request("GET /v1 HTTP/1.1", "host: a", `x: ${"y".repeat(40_000)}`), 431],
    ["a host that is none", request("GET /v1 HTTP/1.1", "host: a b/c@d"), 400],
    ["no host", request("GET /v1 HTTP/1.1"), 400],
    ["a method nobody knows", request("PROPFIND /v1/webhooks HTTP/1.1", "host: a"), 405],
    ["a broken escape", request("GET /v1/webhooks/%zz/x HTTP/1.1", "host: a"), 404],
    [
      "two lengths",
      request("POST /v1/webhooks HTTP/1.1", "host: a", "content-length: 1", "content-length: 2"),
      400,
    ],
  ])("%s is answered in the API's own shape", async (_, bytes, status) => {
    const answer = await ask(bytes);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toMatch(/x-request-id: [\w-]+/);
    expect(head).toContain("x-content-type-options: nosniff");
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain("cache-control: no-store");
    expect(JSON.parse(body)).toEqual({
      code: expect.any(Number),
      message: expect.stringMatching(/\.$/),
    });
  });
});
