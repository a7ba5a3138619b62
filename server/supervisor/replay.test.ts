import { afterEach, beforeEach, expect, test } from "vitest";
import { family, type Home, makeHome, type Product, until } from "@/tests/product";
import { type Receiver, startReceiver } from "@/tests/receiver";

const events = 40;

let home: Home;
let product: Product;
let receiver: Receiver;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
  product = home.start({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8" });
  receiver = await startReceiver();
});
afterEach(async () => {
  await home.close();
  await receiver.close();
});

async function call(line: string, body?: object) {
  const [method = "GET", path] = line.split(" ");
  const answer = await fetch(`${await product.address()}/v1${path}`, {
    method,
    headers: { "x-api-key": await home.apiKey(), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

test("a replay continues after all processes were killed and restarted", async () => {
  await call("POST /webhooks", {
    callbackUrl: receiver.url,
    events: ["VIDEO_GENERATION_SUCCESS"],
  });
  const one = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId: "v" } };
  await call("POST /events/batch", { events: Array(events).fill(one) });
  await receiver.waitFor(events);
  const filter = { status: "delivered" };
  await until(async () => {
    const { total } = await call("POST /replays", { filter, dryRun: true });
    return total === events;
  });
  const { id } = await call("POST /replays", { filter, ratePerSecond: 5 });
  await receiver.waitFor(events + 5);

  const postmaster = await home.postmaster();
  for (const pid of family(product.pid)) kill(pid);
  kill(postmaster);
  await product.ended;
  expect(receiver.received.length).toBeLessThan(2 * events);

  product = home.start({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8" });
  const done = await until(async () => {
    const replay = await call(`GET /replays/${id}`);
    return replay.status === "completed" && replay;
  });
  expect(done).toMatchObject({ total: events, done: events, delivered: events });
  const again = receiver.received.slice(events).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(again).size).toBe(events);
  // Deliveries in flight; a lost response is requested again.
  expect(again.length).toBeLessThan(events * 1.5);
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
