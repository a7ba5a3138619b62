import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { makeHome } from "@/tests/product";

test("a request whose body arrives slowly is answered after the stop began; a silent connection is cut", async () => {
  const home = await makeHome({ prepared: true });
  const product = home.start();
  const port = Number(new URL(await product.address()).port);
  const open = async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const body = JSON.stringify({
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: "v-1", videoName: "Hello", extras: {} },
  });
  const head = [
    "POST /v1/events HTTP/1.1",
    "host: a",
    `x-api-key: ${await home.apiKey()}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    // Its answer shows that the request has arrived.
    "expect: 100-continue",
  ];
  const [slow, silent] = [await open(), await open()];
  slow.write(`${head.join("\r\n")}\r\n\r\n`);
  slow.write(body.slice(0, 20));
  await once(slow, "data");

  const stopped = product.stop();
  silent.resume();
  await once(silent, "close");
  const answer = text(slow);
  slow.write(body.slice(20));
  expect(await answer).toContain("HTTP/1.1 202 ");
  expect(await stopped).toBe(0);
  await home.close();
});
