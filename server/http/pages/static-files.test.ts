import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { compressAssets } from "@/server/supervisor/compress-assets";
import { StaticFiles } from "./static-files";

const home = await mkdtemp(path.join(tmpdir(), "postback-static-"));
const chunks = path.join(home, ".next/static/chunks");
await mkdir(chunks, { recursive: true });
await mkdir(path.join(home, "public"));
const script = `/* é */ ${"let a = 1;".repeat(500)}`;
await writeFile(path.join(chunks, "a.js"), script);
await writeFile(path.join(chunks, "[id] x.css"), "a { color: red }");
await writeFile(path.join(chunks, "gone.js"), script);
await writeFile(path.join(chunks, "font.woff2"), "wOF2");
await writeFile(path.join(home, "public/robots.txt"), "User-agent: *");
await writeFile(path.join(home, "secret"), "not for browsers");
await compressAssets(path.join(home, ".next/static"));

const files = new StaticFiles(home);
const server = createServer((request, response) => {
  const url = request.url ?? "";
  if (files.has(url)) files.answer(request, response, url);
  else response.writeHead(501).end();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(async () => {
  server.close();
  await rm(home, { recursive: true });
});

const { port } = server.address() as AddressInfo;
/** Does not decompress the response. */
function ask(address: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      httpRequest({ port, path: address, headers, method }, async (answer) => {
        const body = await buffer(answer);
        const { statusCode: status = 0 } = answer;
        resolve({ status, headers: answer.headers as Record<string, string>, body });
      })
        .on("error", reject)
        .end();
    },
  );
}

const a = "/_next/static/chunks/a.js";

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["br;q=0.1, gzip", "br", brotliDecompressSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
  ["zstd, identity", undefined, (body: Buffer) => body],
  ["", undefined, (body: Buffer) => body],
])("a client that accepts %j gets a script as %s", async (accepted, encoding, decode) => {
  const { status, headers, body } = await ask(a, { "accept-encoding": accepted });
  expect(status).toBe(200);
  expect(headers["content-encoding"]).toBe(encoding);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-length": String(body.length),
    vary: "accept-encoding",
  });
  expect(decode(body).toString()).toBe(script);
});

test("each form of a file has an ETag of its own, answered 304 without a body", async () => {
  const [plain, packed] = [await ask(a), await ask(a, { "accept-encoding": "br" })];
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  const known = { "accept-encoding": "br", "if-none-match": String(packed.headers.etag) };
  const again = await ask(a, known);
  expect([again.status, again.body.length, again.headers.etag]).toEqual([
    304,
    0,
    packed.headers.etag,
  ]);
});

test("HEAD has the headers of GET", async () => {
  const accepted = { "accept-encoding": "br" };
  const [got, asked] = [await ask(a, accepted), await ask(a, accepted, "HEAD")];
  expect(asked.headers["content-length"]).toBe(got.headers["content-length"]);
  expect(asked.body).toHaveLength(0);
});

test("a part of a file, and one behind its end", async () => {
  const part = await ask(a, { range: "bytes=-10" });
  expect([part.status, part.body.toString()]).toEqual([206, script.slice(-10)]);
  const beyond = await ask(a, { range: "bytes=999999-" });
  expect([beyond.status, beyond.body.toString()]).toEqual([416, "Range Not Satisfiable\n"]);
});

test("names with other characters, and fonts", async () => {
  const style = await ask(`/_next/static/chunks/${encodeURIComponent("[id] x.css")}`);
  expect(style.headers["content-type"]).toBe("text/css; charset=utf-8");
  const font = await ask("/_next/static/chunks/font.woff2", { "accept-encoding": "br" });
  expect(font.headers).toMatchObject({ "content-type": "font/woff2" });
  expect(font.headers).not.toHaveProperty("content-encoding");
});

test("a file in public is checked at each use, because its name stays", async () => {
  const { headers, body } = await ask("/robots.txt");
  expect(headers["cache-control"]).toBe("public, max-age=0");
  expect(body.toString()).toBe("User-agent: *");
});

test("a file that an update removed is answered 404, and not kept", async () => {
  await Promise.all(["", ".br", ".gz"].map((ending) => rm(path.join(chunks, `gone.js${ending}`))));
  const { status, headers } = await ask("/_next/static/chunks/gone.js", {
    "accept-encoding": "br",
  });
  expect(status).toBe(404);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
  });
  expect(headers).not.toHaveProperty("content-encoding");
});

test.each([
  "/_next/static/nothing.js",
  "/_next/static/../../secret",
  "/_next/static/%2e%2e/%2e%2e/secret",
  "/_next/static/..%5c..%5csecret",
  "/_next/static/chunks",
  "/_next/static/",
])("%s is no file", async (address) => {
  const { status, body } = await ask(address);
  expect(status).toBe(404);
  expect(body.toString()).toBe("There is no such file. After an update, reload the page.\n");
});

test("other addresses are not its own", async () => {
  for (const address of ["/", "/secret", "/../secret", "/public/robots.txt", "/_next/image"])
    expect((await ask(address)).status).toBe(501);
});
