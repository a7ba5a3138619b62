import { expect, test } from "vitest";
import { listEventTypes } from "@/lib/events/operations";
import { payloadComplaint } from "./payload-complaint";

const schema = (await listEventTypes()).eventTypes[2]!.schema;

test.each([
  ['{"videoId":"1"}', null],
  ['{"videoId":"1","extras":{"a":"b"},"more":[1]}', null],
  ['{"videoId":""}', "videoId is required"],
  ['{"videoId":7}', "videoId must be of type string"],
  ['{"videoId":"1","extras":null}', "extras must be of type object"],
  ['{"videoId":"1","extras":"x"}', "extras must be of type object"],
  ["[]", "Give a JSON object"],
  ["{", "This is not JSON"],
])("%s: %s", (text, complaint) => {
  expect(String(payloadComplaint(text, schema))).toMatch(new RegExp(`^${complaint}`));
});

test("every sample is free of complaints", async () => {
  for (const type of (await listEventTypes()).eventTypes) {
    expect(payloadComplaint(JSON.stringify(type.sample), type.schema)).toBeNull();
  }
});
