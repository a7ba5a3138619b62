import { createServer } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { choosePort } from "@/server/supervisor/ports";
import { mountSmallDisk, noSmallDisk } from "@/tests/faults/small-disk";
import { type Home, makeHome } from "@/tests/product";
import { checkVersion } from "./external-database";
import { requireMasterKey } from "./master-key";

let home: Home;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.close());

/** One or two sentences only: no stack trace, no banner. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const product = home.start({ MASTER_KEY: process.env.MASTER_KEY ?? "", ...variables });
  expect(await product.ended).toBe(1);
  expect(product.out()).toBe("");
  expect(product.err().trim().split("\n")).toHaveLength(1);
  return product.err();
}

test("a second start reports the running one with its address", async () => {
  const address = await home.start().address();
  expect(await refusal({})).toContain(`Postback is already running at ${address}`);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
});

test("of two simultaneous starts one runs and the other reports it", async () => {
  const both = [home.start(), home.start()];
  const loser = await Promise.race(both.map(async (one) => ((await one.ended) === 1 ? one : null)));
  const winner = both.find((one) => one !== loser);
  expect(loser?.err()).toContain(`already running at ${await winner?.address()}`);
});

test("a port in use is named", async () => {
  const port = await choosePort();
  const server = createServer().listen(port, "127.0.0.1");
  expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} is in use.`);
  server.close();
});

test("metrics on ports that do not exist are refused", async () => {
  expect(await refusal({ METRICS_PORT: "65535", WORKERS: "2" })).toContain(
    "METRICS_PORT and WORKERS use the ports 65535 to 65537 for metrics, and the last port is 65535.",
  );
});

test("metrics on the port of the API are refused, also those of a worker", async () => {
  const port = await choosePort();
  const settings = { PORT: String(port), METRICS_PORT: String(port - 1), WORKERS: "1" };
  expect(await refusal({ ...settings, METRICS_PORT: String(port) })).toContain(
    `Port ${port} cannot serve both the API and metrics`,
  );
  expect(await refusal(settings)).toContain(
    `METRICS_PORT and WORKERS use the ports ${port - 1} to ${port} for metrics`,
  );
});

test("a folder that cannot be written to is named", async () => {
  const inTheWay = path.join(path.resolve("package.json"), "data");
  expect(await refusal({ POSTBACK_DIR: inTheWay })).toContain(
    `cannot write to its folder ${inTheWay}`,
  );
});

test("a switched-off certificate check is not accepted", async () => {
  expect(await refusal({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toContain("Unset it.");
});

test("a master key that is too short is named, and not repeated", async () => {
  const message = await refusal({ MASTER_KEY: "c2hvcnQ=" });
  expect(message).toContain("MASTER_KEY: give what `openssl rand -base64 32` prints");
  expect(message).not.toContain("c2hvcnQ=");
});

test("a wrong setting is named", async () => {
  expect(await refusal({ PORT: "seventy" })).toContain("PORT: give a whole number");
  expect(await refusal({ LOG_LEVEL: "verbose" })).toContain("LOG_LEVEL: choose from trace, debug");
  expect(await refusal({ ALLOW_PRIVATE_CIDRS: "10.0.0.0" })).toContain(
    'ALLOW_PRIVATE_CIDRS: "10.0.0.0" is not an address range',
  );
  expect(await refusal({ CALLBACK_PORTS: "https" })).toContain(
    'CALLBACK_PORTS: "https" is no port or range of ports',
  );
  const otlp = { OTEL_TRACES_EXPORTER: "otlp", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  expect(await refusal(otlp)).toContain(
    "OTEL_EXPORTER_OTLP_PROTOCOL: choose from http/protobuf, http/json",
  );
});

describe("a DATABASE_URL", () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(inject("postgres").url);
    change(url);
    return url.href;
  };

  test("with a refused connection", async () => {
    const port = String(await choosePort());
    const url = changed((to) => {
      to.port = port;
    });
    expect(await refusal({ DATABASE_URL: url })).toContain(`nothing listens at 127.0.0.1:${port}`);
  });

  test("with a wrong password, which is not repeated", async () => {
    const url = changed((to) => {
      to.password = "wrong-password";
    });
    const message = await refusal({ DATABASE_URL: url });
    expect(message).toContain("refuses the user postback or the password");
    expect(message).not.toContain("wrong-password");
  });

  test("that does not offer the TLS that is asked for", async () => {
    const url = changed((to) => {
      to.search = "?sslmode=require";
    });
    expect(await refusal({ DATABASE_URL: url })).toContain(
      "does not offer TLS. Enable it there, or remove sslmode from the URL.",
    );
  });

  test("of a database that does not exist", async () => {
    const url = changed((to) => {
      to.pathname = "/nowhere";
    });
    expect(await refusal({ DATABASE_URL: url })).toContain("there is no database named nowhere");
  });

  test("of a host that does not exist", async () => {
    const url = "postgres://postback@nowhere.invalid/postback";
    expect(await refusal({ DATABASE_URL: url })).toContain(
      "there is no host named nowhere.invalid",
    );
  });

  test("without a master key, with an instruction to restore or create one", async () => {
    const { url } = inject("postgres");
    expect(await refusal({ DATABASE_URL: url, MASTER_KEY: "" })).toContain(
      "needs the key that it had. For a new one create a key with `openssl rand -base64 32`",
    );
  });

  test("that is not a Postgres URL", async () => {
    expect(await refusal({ DATABASE_URL: "mysql://localhost" })).toContain("not a Postgres URL");
  });

  test("with parameters of TLS that are wrong", async () => {
    const { url } = inject("postgres");
    expect(await refusal({ DATABASE_URL: `${url}?sslmode=strict` })).toContain(
      "DATABASE_URL cannot be used: sslmode=strict is unknown. Use one of disable, allow,",
    );
    const replica = `${url}?sslmode=verify-full&sslrootcert=/nowhere.pem`;
    expect(await refusal({ DATABASE_URL: url, DATABASE_READ_URL: replica })).toContain(
      "DATABASE_READ_URL cannot be used: sslrootcert must name a readable file in PEM format (ENOENT",
    );
  });
});

test.skipIf(noSmallDisk !== null)("a disk without space for the master key is named", async () => {
  const disk = mountSmallDisk(1);
  await disk.fill();
  const dir = path.join(disk.dir, "none");
  const blocked = requireMasterKey({
    env: readEnvironment({ POSTBACK_DIR: dir }),
    embedded: true,
    trial: false,
  });
  await expect(blocked).rejects.toThrow(/is full\. Free space on it/);
  await disk.unmount();
});

test("a Postgres before 15 is too old, 15 is not", () => {
  expect(() => checkVersion(140_012)).toThrow("The database is Postgres 14, which is too old.");
  expect(() => checkVersion(150_000)).not.toThrow();
});
