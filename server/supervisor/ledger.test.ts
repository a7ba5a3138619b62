import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { family, type Home, makeHome, type Product, until } from "@/tests/product";
import { type Answer, type Received, startReceiver } from "@/tests/receiver";

const events = 400;
const publishers = 8;

let home: Home;
let product: Product;
beforeEach(async () => {
  home = await makeHome({ prepared: true });
  product = home.start({ WORKERS: "1" });
});
afterEach(() => home.close());

async function call(line: string, body?: object): Promise<Response> {
  const [method = "GET", path] = line.split(" ");
  return fetch(`${await product.address()}/v1${path}`, {
    method,
    headers: { "x-api-key": await home.apiKey(), "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** A receiver with a webhook; a short deadline also shortens the lease of a killed worker. */
async function subscribe(...script: Answer[]) {
  const receiver = await startReceiver();
  receiver.answer(...script);
  const draft = { callbackUrl: receiver.url, events: ["VIDEO_GENERATION_SUCCESS"] };
  const { id } = await (await call("POST /webhooks", draft)).json();
  await call(`PUT /webhooks/${id}/settings`, { deadlineSeconds: 1 });
  const { secret } = await (await call(`GET /webhooks/${id}/secret`)).json();
  return { receiver, secret: secret as string };
}

/** Slow enough that a killed process has requests in flight. */
function slowly(status: number): Answer {
  return (response) => void setTimeout(() => response.writeHead(status).end(), 200);
}

/** The producer's ledger: only events answered with 202 count as accepted. */
function publishing() {
  const accepted = new Map<string, string>();
  const uncertain = new Set<string>();
  let next = 0;

  async function publishOne(videoId: string): Promise<void> {
    const event = { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } };
    const answer = await call("POST /events", event).catch(() => null);
    if (answer?.status === 202) return void accepted.set((await answer.json()).id, videoId);
    // Refused, or the connection broke before the response: it may be stored or not.
    uncertain.add(videoId);
    await until(async () => (await call("GET /").catch(() => null))?.ok);
    return publishOne(videoId);
  }

  async function publisher(): Promise<void> {
    while (next < events) await publishOne(`video-${next++}`);
  }
  const over = Promise.all(Array.from({ length: publishers }, publisher));
  return { accepted, uncertain, over };
}

const atLeast = (accepted: Map<string, string>, share: number) =>
  until(() => accepted.size >= events * share);
const killed = (program: string) =>
  family(product.pid, program).forEach((pid) => void process.kill(pid, "SIGKILL"));

test("after any kill, every accepted event arrives signed, with few duplicates", async () => {
  const all = [
    await subscribe(200),
    await subscribe(200),
    await subscribe(slowly(500), slowly(500), slowly(200)),
  ];
  const { accepted, uncertain, over } = publishing();

  await atLeast(accepted, 0.2);
  killed("dist/worker.js");
  await atLeast(accepted, 0.4);
  killed("dist/whole.js");
  await atLeast(accepted, 0.6);
  process.kill(await home.postmaster(), "SIGKILL");
  await atLeast(accepted, 0.8);
  killed("dist/worker.js");
  await over;

  for (const { receiver, secret } of all) {
    const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    await until(() => [...accepted.keys()].every((id) => ids().has(id)));
    const bodies = new Map<string, Set<string>>();
    for (const request of receiver.received) {
      expect(() => verify(secret, request)).not.toThrow();
      const id = String(request.headers["webhook-id"]);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(request.body));
      const { videoId } = JSON.parse(request.body).data;
      expect(accepted.get(id) === videoId || uncertain.has(videoId), "not published").toBe(true);
    }
    expect(Math.max(...[...bodies.values()].map(({ size }) => size))).toBe(1);
    const twice = receiver.received.length - bodies.size;
    expect(twice).toBeLessThan(events * 0.2);
    await receiver.close();
  }
});

function verify(secret: string, { headers, body }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
