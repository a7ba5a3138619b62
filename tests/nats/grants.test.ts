import { expect, onTestFinished, test } from "vitest";
import { connectNats } from "@/lib/nats/connect";
import { keyOf } from "@/lib/nats/message";
import { confirmationSubject } from "@/lib/nats/stream";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { grantedDeliveries } from "@/worker/nats/grants";
import { leasedDelivery } from "../leased-delivery";
import { until } from "../product";
import { startNats } from "./server";

test("of messages that arrive together, a worker takes what is granted, and gives back the rest", async () => {
  const nats = await startNats();
  onTestFinished(nats.close);
  const connection = await connectNats({ NATS_URL: nats.url }, "test");
  onTestFinished(() => connection.close());
  const [granted, refused] = ["granted", "refused"].map((deliveryId) =>
    leasedDelivery({ deliveryId, callbackUrl: "https://example.com/" }),
  ) as [LeasedDelivery, LeasedDelivery];
  connection.subscribe(confirmationSubject("publisher"), {
    callback(_error, message) {
      const keys = message.json<string[]>().filter((key) => key === keyOf(granted));
      message.respond(JSON.stringify(keys));
    },
  });
  const taken: LeasedDelivery[] = [];
  const givenBack: LeasedDelivery[] = [];
  const confirm = grantedDeliveries(connection, "worker", {
    take: (rows) => void taken.push(...rows),
    giveBack: (rows) => void givenBack.push(...rows),
  });
  for (const row of [granted, refused]) confirm("publisher", [row]);

  await until(() => givenBack.length > 0);
  expect({ taken, givenBack }).toEqual({ taken: [granted], givenBack: [refused] });
});
