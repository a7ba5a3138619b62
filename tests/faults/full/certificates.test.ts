import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { makeAuthority } from "@/tests/certificates";
import { until } from "@/tests/product";
import { onEnd, openWorld } from "../world";

/** The worker trusts it. */
const authority = makeAuthority();
afterAll(authority.close);

function certificate(name: string, days: number) {
  const { keyFile, certFile } = authority.certificate(name, days);
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) };
}

const mutual = { requestCert: true, rejectUnauthorized: true, ca: authority.pem };
const old = { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "ALL:@SECLEVEL=0" } as const;
const refusedClient = {
  cause: "tls",
  statusCode: null,
  error: "127.0.0.1 requires a client certificate, and Postback has none.",
};

test.each([
  ["that is good", "IP:127.0.0.1", 1, {}, { cause: null, statusCode: 200 }],
  ["for another name", "DNS:other.example", 1, {}, { cause: "tls", statusCode: null }],
  ["that has expired", "IP:127.0.0.1", -1, {}, { cause: "tls", statusCode: null }],
  ["and a request for one of the client", "IP:127.0.0.1", 1, mutual, refusedClient],
  ["under TLS 1.1", "IP:127.0.0.1", 1, old, { cause: "tls", statusCode: null }],
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
  await world.worker({ variables: { NODE_EXTRA_CA_CERTS: authority.file } });

  const [attempt] = await until(async () => {
    const rows = await world.sql`
      select cause, status_code, error from attempts where delivery_id = ${id} and number = 1`;
    return rows.length > 0 ? rows : null;
  });
  expect(attempt).toMatchObject(seen);
  const [left] = await world.sql`select count(*)::int as n from queue where due_at > now()`;
  expect(left?.n, "what failed is tried again").toBe(seen.cause ? 1 : 0);
});
