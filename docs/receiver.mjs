// A receiver to try Postback with, and to learn from: plain Node, no dependencies.
//
//   WEBHOOK_SECRET=whsec_… node docs/receiver.mjs
//
// It verifies the signature of every request as Standard Webhooks 1.0.0 says, and prints what came.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { PORT = "4000", WEBHOOK_SECRET = "" } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const toleranceSeconds = 5 * 60;

/** True when one of the signatures is made with our secret, over these very bytes, not long ago. */
function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  // The signature is over the body as it came: read it before anything parses it.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();

  const genuine = isGenuine(request.headers, body);
  response.writeHead(genuine ? 204 : 401).end();
  console.log(genuine ? "signature ok" : "SIGNATURE WRONG", request.headers["webhook-id"], body);
}).listen(Number(PORT), "127.0.0.1", () => {
  console.log(`Receiving at http://127.0.0.1:${PORT}/`);
});
