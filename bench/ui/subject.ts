/** A running product, as seen by a signed-in user. */
export type Subject = { origin: string; cookie: string };

/** Cookies of the session as a browser takes them. They end with the browser. */
export function cookiesOf({ origin, cookie }: Subject) {
  return cookie.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url: origin };
  });
}

type Known = { id: string; eventId: string; webhookId: string; statusCode?: number };

/** Resources to measure: a failing receiver, one of its deliveries, its video, and a past job. */
export async function lookAround(subject: Subject) {
  const { deliveries } = await read<{ deliveries: Known[] }>(
    subject,
    "/v1/deliveries?cause=http_5xx",
  );
  const delivery = deliveries.find(({ statusCode }) => statusCode === 503);
  if (!delivery) throw new Error("No failed delivery to measure. Run `npm run seed`.");
  const { replays } = await read<{ replays: { id: string }[] }>(subject, "/v1/replays");
  const event = await read<{ data: { videoId: string } }>(
    subject,
    `/v1/events/${delivery.eventId}`,
  );
  return {
    delivery,
    webhook: delivery.webhookId,
    video: event.data.videoId,
    replay: replays[0]?.id,
  };
}

async function read<T>({ origin, cookie }: Subject, path: string): Promise<T> {
  const answer = await fetch(origin + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json() as Promise<T>;
}
