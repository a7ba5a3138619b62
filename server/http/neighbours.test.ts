import { afterAll, beforeAll, expect, test } from "vitest";
import { json, publishText, type Target } from "@/bench/neighbours/attack";
import { attacks } from "@/bench/neighbours/attacks";
import { startStranger } from "@/bench/neighbours/stranger";
import { makeTenant, makeWebhook, type Tenant } from "@/bench/neighbours/tenants";
import { type Home, makeHome, until } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";

/** A small run of `npm run bench:neighbours`: the bench measures times, this test checks that the neighbour is served. */
const rounds = 12;
const webhooksOfFanOut = 40;
const scale = 0.4;

let home: Home;
let receiver: Receiver;
let stranger: Awaited<ReturnType<typeof startStranger>>;
let place: { origin: string; adminKey: string };
let neighbour: Tenant;
beforeAll(async () => {
  [home, receiver, stranger] = await Promise.all([
    makeHome({ prepared: true }),
    startReceiver(),
    startStranger(),
  ]);
  const product = home.start({ WEBHOOKS_PER_ACCOUNT: "1000" });
  place = { origin: await product.address(), adminKey: await home.apiKey() };
  neighbour = await makeTenant(place, "neighbour");
  await makeWebhook(place, neighbour.accountId, receiver.url);
});
afterAll(async () => {
  await Promise.all([home.close(), receiver.close(), stranger.close()]);
});

test.each(Object.keys(attacks))("%s by one account leave another served", async (name) => {
  const { accountId, keys } = await makeTenant(place, name, 3);
  if (name.includes("fan-out")) {
    for (let n = 0; n < webhooksOfFanOut; n++)
      await makeWebhook(place, accountId, `${stranger.url}/ok/${n}`);
  }
  const target: Target = { origin: place.origin, keys, stranger: stranger.url, scale };
  const controller = new AbortController();
  const attacking = attacks[name]?.(target, controller.signal);
  const answers: [string, number][] = [];
  const published: string[] = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const publish = await ask("POST /v1/events", publishText());
      published.push(publish.body.id);
      answers.push(["publish", publish.status]);
      answers.push(["list", (await ask("GET /v1/deliveries?limit=50")).status]);
    }
  } finally {
    controller.abort();
    await attacking;
  }
  const refused = answers.filter(([, status]) => status !== 200 && status !== 202);
  expect(refused).toEqual([]);
  const arrived = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  await until(() => published.every((id) => arrived().has(id)));
});

async function ask(line: string, body: string | null = null) {
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = json(neighbour.keys[0] ?? "");
  const answer = await fetch(place.origin + path, { method, headers, body });
  return { status: answer.status, body: (await answer.json()) as { id: string } };
}
