import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import postgres from "postgres";
import { Agent } from "undici";
import { newId } from "@/lib/new-id";

/**
 * The least that a webhook product in Node does with this driver and this HTTP client, answering as Postback's API does:
 * store events in groups, respond 202, send each to one receiver, record the results in groups. It has one table with one
 * index, and no keys, limits, signatures, retries or log. What it costs, no change of Postback can save.
 */
type Event = { id: string; body: string };
type Publish = { events: Event[]; response: ServerResponse };

const { DATABASE_URL = "", PORT } = process.env;
/** As many requests as the product sends at once. */
const concurrency = 128;
/** Events of one insert, and time for which results gather: as in the product. */
const groupSize = 2000;
const gatherMs = 100;

const sql = postgres(DATABASE_URL, { max: 2, onnotice() {} });
await sql`create table floor (id uuid primary key, body text not null, sent_at timestamptz)`;
const agent = new Agent({ pipelining: 1, connections: concurrency });

const waiting: Publish[] = [];
let isStoring = false;

async function store(): Promise<void> {
  isStoring = true;
  while (waiting.length > 0) {
    const group = takeGroup();
    const events = group.flatMap((publish) => publish.events);
    await sql`
      insert into floor (id, body)
      select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ body }) => body)}::text[])`;
    for (const { response, events } of group) {
      const body = JSON.stringify(events.length > 1 ? { events } : { id: events[0]?.id });
      response.writeHead(202, { "content-type": "application/json" }).end(body);
    }
    unsent.push(...events);
    sendMore();
  }
  isStoring = false;
}

function takeGroup(): Publish[] {
  let [count, size] = [0, 0];
  for (const { events } of waiting) {
    if (count > 0 && size + events.length > groupSize) break;
    count += 1;
    size += events.length;
  }
  return waiting.splice(0, count);
}

let target: URL | undefined;
let unsent: Event[] = [];
let next = 0;
let inFlight = 0;
let sent: string[] = [];

function sendMore(): void {
  for (; target && inFlight < concurrency && next < unsent.length; next++, inFlight++)
    send(target, unsent[next] as Event);
  if (next < unsent.length) return;
  unsent = [];
  next = 0;
}

function send({ origin, pathname }: URL, { id, body }: Event): void {
  const headers = { "content-type": "application/json", "webhook-id": id };
  agent.dispatch(
    { origin, path: pathname, method: "POST", headers, body },
    {
      onRequestStart() {},
      onResponseStart() {},
      onResponseData() {},
      onResponseEnd: () => record(id),
      onResponseError: () => record(id),
    },
  );
}

function record(id: string): void {
  inFlight -= 1;
  if (sent.push(id) === 1) setTimeout(recordSent, gatherMs);
  sendMore();
}

async function recordSent(): Promise<void> {
  const ids = sent;
  sent = [];
  await sql`update floor set sent_at = now() where id = any(${ids}::uuid[])`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { url = "" } = request;
  if (url.startsWith("/v1/events")) {
    waiting.push({ events: eventsOf(url, body), response });
    if (!isStoring) void store();
    return;
  }
  if (url.startsWith("/v1/webhooks")) target = new URL(JSON.parse(body).callbackUrl);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
}

function eventsOf(url: string, body: string): Event[] {
  if (!url.endsWith("/batch")) return [{ id: newId(), body }];
  const { events } = JSON.parse(body) as { events: object[] };
  return events.map((event) => ({ id: newId(), body: JSON.stringify(event) }));
}

createServer((request, response) => void answer(request, response)).listen(
  Number(PORT),
  "127.0.0.1",
);
process.on("disconnect", () => process.exit());
