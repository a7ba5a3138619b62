import { expect, test } from "vitest";
import { accountRequest } from "./account-request";

test.each([
  ['POST /v1/webhooks\n{"a":1}', 'POST /v1/webhooks?account=one\n{"a":1}'],
  ['POST /v1/events\n{"a":1}', 'POST /v1/events\n{"a":1,"accountId":"one"}'],
  ['POST /v1/api-keys\n{"a":1}', 'POST /v1/api-keys\n{"a":1,"accountId":"one"}'],
  [
    'POST /v1/replays\n{"filter":{"status":"failed"},"ratePerSecond":20}',
    'POST /v1/replays\n{"filter":{"status":"failed","account":"one"},"ratePerSecond":20}',
  ],
  ['POST /v1/webhooks/1/test\n{"a":1}', 'POST /v1/webhooks/1/test\n{"a":1}'],
  ["GET /v1", "GET /v1"],
])("%s is limited to the account", (request, limited) => {
  expect(accountRequest(request, "one")).toBe(limited);
  expect(accountRequest(request, null)).toBe(request);
});
