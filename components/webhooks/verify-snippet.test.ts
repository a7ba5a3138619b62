import { describe, expect, test } from "vitest";
import { newSecret, sign } from "@/lib/outbound/signature";
import { signingKey } from "@/lib/outbound/signing-key";
import { verifySnippet } from "./verify-snippet";

type Verify = (headers: Record<string, string>, rawBody: string, secret: string) => boolean;

/** The very text a customer copies, run as a module of its own. */
const { isFromPostback }: { isFromPostback: Verify } = await import(
  `data:text/javascript,${encodeURIComponent(verifySnippet)}`
);

const body = '{"event":"VIDEO_GENERATION_SUCCESS","data":{"videoId":"v1"}}';

function headersOf(secrets: string[], timestamp = Math.floor(Date.now() / 1000)) {
  return {
    "webhook-id": "e1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign({ keys: secrets.map(signingKey), id: "e1", timestamp, body }),
  };
}

describe("the code shown for verifying", () => {
  const secret = newSecret();

  test("accepts what Postback signs", () => {
    expect(isFromPostback(headersOf([secret]), body, secret)).toBe(true);
  });

  test("accepts either of two signatures while a secret is rotated", () => {
    expect(isFromPostback(headersOf([newSecret(), secret]), body, secret)).toBe(true);
  });

  test("refuses another body, another secret, an old request and one without a signature", () => {
    expect(isFromPostback(headersOf([secret]), `${body} `, secret)).toBe(false);
    expect(isFromPostback(headersOf([newSecret()]), body, secret)).toBe(false);
    expect(isFromPostback(headersOf([secret], 1_614_265_330), body, secret)).toBe(false);
    expect(isFromPostback({}, body, secret)).toBe(false);
  });
});
