import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { until } from "@/tests/product";
import { onEnd, openWorld } from "../world";

const dir = mkdtempSync(path.join(tmpdir(), "postback-ca-"));
const authority = path.join(dir, "ca.pem");
const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: dir, stdio: "ignore" });
const key = ["-newkey", "rsa:2048", "-nodes"];

beforeAll(() => {
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", authority, "-subj", "/CN=CA");
  return () => rmSync(dir, { recursive: true });
});

/** Signed by the authority that the worker trusts. */
function certificate(name: string, days: string) {
  const request = ["-subj", "/CN=receiver", "-addext", `subjectAltName=${name}`];
  openssl("req", ...key, "-keyout", "key.pem", "-out", "request.pem", ...request);
  const signing = ["-CA", authority, "-CAkey", "ca.key", "-CAcreateserial", "-days", days];
  openssl(
    "x509",
    "-req",
    "-in",
    "request.pem",
    ...signing,
    "-copy_extensions",
    "copy",
    "-out",
    "c",
  );
  return { key: readFileSync(path.join(dir, "key.pem")), cert: readFileSync(path.join(dir, "c")) };
}

const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" } as const;

test.each([
  ["that is good", "IP:127.0.0.1", "1", {}, { cause: null, statusCode: 200 }],
  ["for another name", "DNS:other.example", "1", {}, { cause: "tls", statusCode: null }],
  ["that has expired", "IP:127.0.0.1", "-1", {}, { cause: "tls", statusCode: null }],
  ["under TLS 1.1", "IP:127.0.0.1", "1", old, { cause: "tls", statusCode: null }],
])("F12: a certificate %s, from a known authority", async (_what, name, days, options, seen) => {
  const world = await openWorld();
  const server = createServer({ ...certificate(name, days), ...options }, (_request, response) =>
    response.end(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(async () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const webhook = await world.make.webhook({ callbackUrl: `https://127.0.0.1:${port}/hook` });
  const { id } = await world.make.delivery(webhook);
  await world.worker({ variables: { NODE_EXTRA_CA_CERTS: authority } });

  const [attempt] = await until(async () => {
    const rows = await world.sql`
      select cause, status_code, error from attempts where delivery_id = ${id} and number = 1`;
    return rows.length > 0 ? rows : null;
  });
  expect(attempt).toMatchObject(seen);
  const [left] = await world.sql`select count(*)::int as n from queue where due_at > now()`;
  expect(left?.n, "what failed is tried again").toBe(seen.cause ? 1 : 0);
});
