import { now } from "../clock";
import { secondsOf, warmUpSeconds } from "../durations";
import { type Figure, interleaved } from "../measure";
import { startProduct } from "../product";
import type { Scope } from "../scope";

const fans = [1, 5, 20] as const;
const eventsAtOnce = 100;

/** Deliveries a second, with each event going to one, five or twenty webhooks: more must never be slower. */
export async function fanOut({ database, receiver, publisher, quick, rounds }: Scope) {
  let seconds = warmUpSeconds;
  const product = await startProduct(database, "whole");
  const url = await receiver.call("url");
  const perSecond = (fan: number) => async () => {
    const addresses = Array.from({ length: fan }, (_, n) => `${url}/ok/${n}`);
    const bodies = await product.furnish(addresses, eventsAtOnce / fan);
    const events = { ...product.events, bodies, connections: 64, seconds };
    const { done, startedAt } = await publisher.call("flood", events);
    await product.recorded(done * fan);
    return ((done * fan) / (now() - startedAt)) * 1000;
  };
  for (const fan of fans) await perSecond(fan)();
  seconds = secondsOf(quick, 10);
  const measured = await interleaved<string>(
    rounds,
    Object.fromEntries(fans.map((fan) => [fan, perSecond(fan)])),
  );
  await product.stop();
  return fans.map((fan, n): Figure => {
    const fewer = fans[n - 1];
    const figure = { row: "fan-out", what: `deliveries, fan-out ${fan}`, unit: "/s" };
    return {
      ...figure,
      figure: measured[fan] ?? 0,
      ...(fewer && {
        reference: { name: `fan-out ${fewer}`, figure: measured[fewer] ?? 0 },
        goal: { of: "ratio" as const, atLeast: 1 },
      }),
    };
  });
}
