import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { hostile, startHostile } from "@/tests/hostile";
import { misbehave, type Receiver, startReceiver } from "@/tests/receiver";
import { probe } from "./probe";

const agentFor = (ranges: string) =>
  guardedAgent(targetPolicy({ ALLOW_PRIVATE_CIDRS: ranges, CALLBACK_HTTPS_ONLY: false }));
const [open, strict] = [agentFor("127.0.0.0/8"), agentFor("")];

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all([open.destroy(), strict.destroy(), receiver.close()]);
});

const fine = "The receiver is reached and it answered";
const problem = "The receiver is reached, but it answered";
test.each([
  [204, "answered", true, `${fine} 204 to OPTIONS.`],
  [405, "answered", true, `${fine} 405 to OPTIONS, which is fine.`],
  [404, "answered", true, `${problem} 404 to OPTIONS: check the path.`],
  [410, "answered", true, `${problem} 410 to OPTIONS: check the path.`],
  [300, "redirect", false, "The receiver answered 300, a redirect. Redirects are not followed"],
  [308, "redirect", false, "The receiver answered 308, a redirect. Redirects are not followed"],
  [500, "error", true, `${problem} 500 to OPTIONS: the receiver may have a problem.`],
])("a response of %i is reported as %s", async (status, finding, reachable, words) => {
  receiver.answer({ status, headers: { location: "http://127.0.0.1:1/" }, body: "not repeated" });
  const found = await probe(`${receiver.url}?a=b`, open);
  expect(found).toMatchObject({ finding, reachable, statusCode: status });
  expect(found.message).toContain(words);
  expect(found.message).not.toContain("not repeated");
  expect(receiver.received.at(-1)).toMatchObject({
    method: "OPTIONS",
    path: "/hook?a=b",
    body: "",
  });
});

test("a connection that breaks without a response is reported", async () => {
  receiver.answer(misbehave.reset);
  expect(await probe(receiver.url, open)).toMatchObject({ finding: "error", reachable: true });
});

test.each([
  ["speaks another language", "its answer to OPTIONS is not valid HTTP: check the port."],
  ["switches protocols", "its answer to OPTIONS is not valid HTTP: check the port."],
  ["sends a megabyte of headers", "answered OPTIONS with more than 16 KiB of headers."],
])("a receiver that %s is not said to be silent", async (how, said) => {
  const [act] = hostile[how]!;
  const other = await startHostile(act);
  onTestFinished(other.close);
  expect(await probe(other.url, open)).toEqual({
    finding: "error",
    reachable: true,
    message: `The receiver accepted the connection, but ${said}`,
  });
});

test("a denied address gets no request and is not revealed", async () => {
  const before = receiver.received.length;
  const found = await probe(receiver.url, strict);
  expect(found).toMatchObject({ finding: "blocked", reachable: false });
  expect(receiver.received).toHaveLength(before);
});

test("a closed port, and plain HTTP in place of TLS", async () => {
  receiver.answer(200);
  expect(await probe("http://127.0.0.1:1/", open)).toMatchObject({ finding: "connect" });
  const secure = receiver.url.replace("http:", "https:");
  expect(await probe(secure, open)).toMatchObject({ finding: "tls", reachable: false });
});
