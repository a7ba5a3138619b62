// Example receiver: plain Node, no dependencies.
//
//   WEBHOOK_SECRET=whsec_… node docs/receiver.mjs
//
// It verifies the signature of every request (Standard Webhooks 1.0.0) and prints the event.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { PORT = "4000", WEBHOOK_SECRET = "" } = process.env;
const key = keyOf(WEBHOOK_SECRET);
const toleranceSeconds = 5 * 60;

/** Decodes the secret. An empty or malformed one ends the program: anybody could sign with an empty key. */
function keyOf(secret) {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(secret) ?? [];
  if (!base64) throw new Error("WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64.");
  return Buffer.from(base64, "base64");
}

/** Returns whether one of the signatures was made with our secret over these bytes within the tolerance. */
function isGenuine(headers, body) {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!id || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest("base64")}`);
  // During a secret rotation there are several signatures; one must match.
  return (headers["webhook-signature"] ?? "").split(" ").some((part) => {
    const sent = Buffer.from(part);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** Returns the raw body, which the signature covers; null when the sender ended the connection before. */
async function readBody(request) {
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

createServer(async (request, response) => {
  const body = await readBody(request);
  if (!body) return console.log("REQUEST CUT OFF", request.headers["webhook-id"]);

  const genuine = isGenuine(request.headers, body);
  response.writeHead(genuine ? 204 : 401).end();
  console.log(
    genuine ? "signature ok" : "SIGNATURE WRONG",
    request.headers["webhook-id"],
    `${body}`,
  );
}).listen(Number(PORT), "127.0.0.1", function () {
  console.log(`Receiving at http://127.0.0.1:${this.address().port}/`);
});
