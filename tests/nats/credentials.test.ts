import { inspect } from "node:util";
import { nkeys } from "@nats-io/transport-node";
import { afterAll, afterEach, expect, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { connectNats } from "@/lib/nats/connect";
import type { NatsSettings } from "@/lib/nats/credentials";
import { NatsHandOff } from "@/lib/nats/hand-off";
import { batchedEventQueue } from "@/lib/queue/batched-enqueue";
import { checkBroker } from "@/server/cli/doctor/broker";
import { startWorker } from "@/worker/start-worker";
import { makeAuthority } from "../certificates";
import { freshDatabase } from "../database";
import { makers } from "../make";
import { until } from "../product";
import { startReceiver } from "../receiver";
import { toLoopback } from "../to-loopback";
import { credentialsOf, makeOperator } from "./operator";
import { type Nats, startNats } from "./server";

const [authority, other] = [makeAuthority(), makeAuthority()];
afterAll(() => [authority, other].map(({ close }) => close()));
const operator = makeOperator();
const user = nkeys.createUser();
const seed = new TextDecoder().decode(user.getSeed());
const otherSeed = new TextDecoder().decode(nkeys.createUser().getSeed());
const past = new Date(Date.now() - 60_000);

function tls(name = "DNS:localhost", days = 1): string {
  const { certFile, keyFile } = authority.certificate(name, days);
  return `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`;
}

const servers = {
  open: "",
  tls: tls(),
  "tls by address": tls("IP:127.0.0.1"),
  "tls for another name": tls("DNS:other.example"),
  "tls that expired": tls("DNS:localhost", -1),
  password: 'authorization { user: postback, password: "right:word" }',
  token: "authorization { token: righttoken }",
  nkey: `authorization { users: [ { nkey: ${user.getPublicKey()} } ] }`,
  operator: operator.configuration,
};
type Server = keyof typeof servers;

let nats: Nats;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts a server and returns its URL with another scheme, user or host. */
async function start(server: Server, prefix = "nats://127.0.0.1"): Promise<string> {
  nats = await startNats(1, servers[server]);
  closers.push(nats.close);
  return `${prefix}:${new URL(nats.url).port}`;
}

const ca = { NATS_CA: authority.pem };

test.each<[Server, string, NatsSettings]>([
  ["open", "nats://127.0.0.1", {}],
  ["tls", "tls://localhost", ca],
  ["tls", "nats://localhost", ca],
  ["tls by address", "tls://127.0.0.1", ca],
  ["password", "nats://postback:right%3Aword@127.0.0.1", {}],
  ["token", "nats://righttoken@127.0.0.1", {}],
  ["nkey", "nats://127.0.0.1", { NATS_CREDENTIALS: `${seed}\n` }],
  ["operator", "nats://127.0.0.1", { NATS_CREDENTIALS: operator.credentials() }],
])("%s: connects to %s", async (server, prefix, settings) => {
  const NATS_URL = await start(server, prefix);
  const all = readEnvironment({ DISPATCH: "nats", NATS_URL, ...settings });

  expect(await checkBroker(all)).toMatchObject({ status: "ok" });
});

test.each<[Server, string, NatsSettings, RegExp]>([
  ["open", "tls://localhost", ca, /does not offer TLS\. .*nats:\/\//],
  ["tls", "tls://localhost", {}, /not signed by a known authority .* Set NATS_CA_FILE/],
  ["tls", "nats://localhost", {}, /not signed by a known authority .* Set NATS_CA_FILE/],
  ["tls", "tls://localhost", { NATS_CA: other.pem }, /not signed by the authority in NATS_CA /],
  ["tls for another name", "tls://localhost", ca, /for other names than those in NATS_URL\. Use/],
  ["tls that expired", "tls://localhost", ca, /certificate has expired\. Renew/],
  ["password", "nats://127.0.0.1", {}, /requires credentials\. Put/],
  [
    "password",
    "nats://postback:secret-a@127.0.0.1",
    {},
    /refused the user or password in NATS_URL/,
  ],
  ["token", "nats://127.0.0.1", {}, /requires credentials\. Put/],
  ["token", "nats://secret-b@127.0.0.1", {}, /refused the token in NATS_URL\. Correct/],
  ["nkey", "nats://127.0.0.1", {}, /requires credentials\. Put/],
  ["nkey", "nats://127.0.0.1", { NATS_CREDENTIALS: otherSeed }, /refused the nkey .* public key/],
  ["operator", "nats://127.0.0.1", {}, /requires credentials\. Put/],
  [
    "operator",
    "nats://127.0.0.1",
    { NATS_CREDENTIALS: operator.credentials(past) },
    new RegExp(`expired at ${past.toISOString().slice(0, 19)}.* Create new ones`),
  ],
  [
    "operator",
    "nats://127.0.0.1",
    { NATS_CREDENTIALS: credentialsOf(nkeys.createAccount()) },
    /refused the credentials in NATS_CREDENTIALS\. Check/,
  ],
])("%s: %s is refused with a reason", async (server, prefix, settings, reason) => {
  const all = { ...settings, NATS_URL: await start(server, prefix) };

  const error = await connectNats(all, "test").then(
    () => null,
    (caught: Error) => caught,
  );

  expect(error?.message).toMatch(reason);
  const shown = inspect(error, { depth: 9, showHidden: true });
  for (const secret of ["secret-a", "secret-b", otherSeed, "USER JWT"])
    expect(shown).not.toContain(secret);
});

test.each([
  ["NATS_URL", "nats://postback:secret-a/b@nats1:4222", "percent-encoded"],
  ["NATS_URL", "https://secret-a@nats1", "give nats:// or tls:// URLs"],
  ["NATS_CREDENTIALS", "/run/secrets/secret-a.creds", "contents of a .creds file"],
  ["NATS_CA", "/run/secrets/secret-a.pem", "certificate in PEM form"],
])("%s is refused at the start: %s", (name, value, advice) => {
  const read = () => readEnvironment({ DISPATCH: "nats", NATS_URL: "nats://a", [name]: value });

  expect(read).toThrow(advice);
  expect(read).not.toThrow("secret-a");
});

test("a broker that refuses its credentials for a while delays nothing and loses nothing", async () => {
  const NATS_URL = await start("password", "nats://postback:right%3Aword@127.0.0.1");
  const { sql, url } = await freshDatabase();
  const make = makers(sql);
  const receiver = await startReceiver();
  const handOff = new NatsHandOff(sql, { NATS_URL });
  const variables = { WORKER_CONCURRENCY: 8, ...toLoopback, DISPATCH: "nats" as const, NATS_URL };
  const worker = startWorker(url, variables);
  closers.push(receiver.close, worker.stop, () => handOff.stop());
  const accountId = await make.account();
  await make.webhook({ accountId, callbackUrl: receiver.url });
  const queue = batchedEventQueue(sql, () => handOff);
  const isUsed = () => until(() => handOff.capacity().shards?.length === 64);
  const publish = async () => {
    const event = "VIDEO_GENERATION_SUCCESS" as const;
    const made = await queue.enqueue([{ accountId, event, data: '{"v":1}', subject: "v" }]);
    return made[0]?.deliveryIds[0] ?? "";
  };
  const delivered = (id: string) =>
    until(async () => {
      const [row] = await sql`select status from deliveries where id = ${id}`;
      return row?.status === "delivered";
    });
  await isUsed();

  await restart('authorization { user: postback, password: "another" }');
  await until(() => handOff.capacity().limit === 0);
  await delivered(await publish());

  await restart(servers.password);
  await isUsed();
  await delivered(await publish());
  expect(receiver.received).toHaveLength(2);
});

async function restart(configuration: string): Promise<void> {
  await nats.end(0);
  await nats.configure(configuration);
  await nats.start(0);
}
