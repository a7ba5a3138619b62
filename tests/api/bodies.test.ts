import { describe, expect, test } from "vitest";
import { depthLimit, partLimit } from "@/lib/protocol/json-text";
import { api, origin } from "./client";
import { account, videoDone } from "./world";

const json = { "content-type": "application/json" };
const text = JSON.stringify(videoDone);

/** Returns an event of this many bytes. */
function eventOf(bytes: number): string {
  const note = JSON.stringify({ ...videoDone, data: { ...videoDone.data, note: "" } });
  return note.replace('"note":""', `"note":"${"x".repeat(bytes - note.length)}"`);
}

/** Sends an event without a Content-Length, in chunks. */
async function publishInChunks(key: string, body: string): Promise<[number, number | undefined]> {
  const init = { method: "POST", headers: { ...json, "x-api-key": key }, duplex: "half" as const };
  const answer = await fetch(`${origin}/v1/events`, { ...init, body: new Blob([body]).stream() });
  return [answer.status, (await answer.json()).code];
}

test("an event has at most 256 KiB, by its Content-Length or by the bytes that arrive", async () => {
  const { key } = await account();
  const [longest, longer] = [eventOf(256 * 1024), eventOf(256 * 1024 + 1)];
  const fits = await api("POST /v1/events", { key, raw: longest, headers: json });
  const exceeds = await api("POST /v1/events", { key, raw: longer, headers: json });
  expect([fits.status, exceeds.status]).toEqual([202, 413]);
  expect(await publishInChunks(key, longest)).toEqual([202, undefined]);
  expect(await publishInChunks(key, longer)).toEqual([413, 41300]);
});

test("data nests as deep as the limit, and no deeper", async () => {
  const { key } = await account();
  const publish = (depth: number) => {
    const data = `{"videoId":"v","list":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const raw = `{"event":"${videoDone.event}","data":${data}}`;
    return api("POST /v1/events", { key, raw, headers: json });
  };
  // The event and its data are two levels.
  expect((await publish(depthLimit - 2)).status).toBe(202);
  expect((await publish(depthLimit - 1)).body.message).toContain("nests deeper than 64 levels");
});

test("a batch has as many parts as the limit, and no more", async () => {
  const { key } = await account();
  const publish = (lists: number) => {
    const half = Math.floor(lists / 2);
    const events = [half, lists - half].map((length) => ({
      ...videoDone,
      data: { videoId: "v", lists: Array.from({ length }, () => []) },
    }));
    return api("POST /v1/events/batch", { key, body: { events } });
  };
  // Of the batch itself 3: an object, a member and a list. Of each event 7: two objects, four members and a list.
  const most = partLimit - 3 - 2 * 7;
  expect((await publish(most)).status).toBe(202);
  expect((await publish(most + 1)).body.code).toBe(41300);
});

describe("a body", () => {
  test.each([
    ["APPLICATION/JSON", 202],
    ["application/json;charset=utf-8", 202],
    ["application/vnd.studio.event+json", 202],
    ["application/jsonp", 415],
    ["text/json", 415],
    ["application/json, text/plain", 415],
  ])("of the type %s is answered %i", async (type, status) => {
    const { key } = await account();
    const headers = { "content-type": type };
    expect((await api("POST /v1/events", { key, raw: text, headers })).status).toBe(status);
  });

  test("with the Content-Encoding identity is read, so the error is that of its JSON", async () => {
    const { key } = await account();
    const headers = { ...json, "content-encoding": "Identity" };
    const { status, body } = await api("POST /v1/events", { key, raw: "{", headers });
    expect([status, body.code]).toEqual([400, 40001]);
  });

  test("begins with a byte order mark or not", async () => {
    const { key } = await account();
    const publish = (raw: string) => api("POST /v1/events", { key, raw, headers: json });
    expect((await publish(`\uFEFF${text}`)).status).toBe(202);
    expect((await publish(`\uFEFF\uFEFF${text}`)).body.code).toBe(40001);
  });
});
