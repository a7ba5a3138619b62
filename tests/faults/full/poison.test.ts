import { expect, test } from "vitest";
import { until } from "@/tests/product";
import { key } from "../programs";
import { openWorld } from "../world";

const event = "VIDEO_GENERATION_SUCCESS";
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** JSON text of the members beside `videoId`. */
const poisons = {
  NUL: '"a\\u0000b"',
  "a lone surrogate": '"\\ud800"',
  "emoji and odd spaces": '"🎬\\u2028 \\u200b"',
  "256 KiB": JSON.stringify("x".repeat(256 * 1024)),
  "just below": JSON.stringify("x".repeat(250 * 1024)),
  "10,000 levels": nested(10_000),
  __proto__: '{"__proto__":{"polluted":true}}',
  "a number too large": "1e400",
  "a number too long": "123456789012345678901234567890.50",
  "the same key twice": '{"a":1,"a":2}',
  "no JSON": "{",
};

test("F19: poisonous payloads are refused or delivered byte for byte; the worker survives", async () => {
  const world = await openWorld();
  const subscriber = await world.subscribe();
  const web = await world.web();
  await world.worker();
  const publish = async (data: string) => {
    const answer = await fetch(`${web.address}/v1/events`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: `{"event":"${event}","data":${data}}`,
    });
    return { data, status: answer.status };
  };

  const answers = [];
  for (const poison of Object.values(poisons)) {
    answers.push(await publish(`{"videoId":"v","notes":${poison}}`));
  }
  answers.push(await publish('{"videoId":"last"}'));

  const accepted = answers.filter(({ status }) => status === 202);
  const refused = answers.filter(({ status }) => status !== 202).map(({ status }) => status);
  expect(refused.filter((status) => ![400, 413].includes(status))).toEqual([]);
  expect(accepted.at(-1)?.data).toBe('{"videoId":"last"}');
  await until(() => subscriber.received.length >= accepted.length);
  const bodies = subscriber.received.map(({ body }) => body);
  const expected = accepted.map(({ data }) => `{"event":"${event}","data":${data}}`);
  expect(new Set(bodies)).toEqual(new Set(expected));
});
