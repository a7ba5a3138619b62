import { expect, test } from "vitest";
import { newSecret, sign } from "@/lib/outbound/signature";
import { newPrivateKey, signingKey } from "@/lib/outbound/signing-key";
import { readRequest } from "./read-request";

const signedBy = (secret: string) =>
  sign({ keys: [signingKey(secret)], id: "msg_1", timestamp: 1, body: "{}" });
const [v1, v1a] = [signedBy(newSecret()), signedBy(newPrivateKey())];
const read = (...signatures: string[]) =>
  readRequest({
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": "1",
      "webhook-signature": signatures.join(" "),
    },
    body: "{}",
  });
const refused = (message: string) => ({ reason: "malformed_signature", message });

test("sixteen signatures are read, and more are refused with their number", () => {
  expect(read(...Array(15).fill(v1a), v1)).toMatchObject({ signatures: { length: 16 } });
  const message = "The webhook-signature has 17 signatures: give those of one request, at most 16.";
  expect(read(...Array(17).fill(v1a))).toEqual(refused(message));
});

test.each([
  v1.slice(0, -2),
  `${v1}A`,
  v1a.slice(0, -3),
  v1a.replace("v1a", "v1"),
  "v1,abc",
  "v1a,?",
])("%s is not complete, and does not count beside one that is", (cut) => {
  const message =
    "The webhook-signature is not complete: v1 is followed by 32 bytes in base64, v1a by 64.";
  expect(read(cut)).toEqual(refused(message));
  expect(read(...Array(400).fill(cut), v1)).toMatchObject({ signatures: [v1] });
});

test("other spellings of a complete signature are left to the diagnosis", () => {
  const bytes = Buffer.from(v1.slice(3), "base64");
  const spelled = [bytes.toString("hex"), bytes.toString("base64url")].map((text) => `v1,${text}`);
  expect(read(...spelled, v1a)).toMatchObject({ signatures: [...spelled, v1a] });
});
