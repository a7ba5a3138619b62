/** A product that runs, as somebody signed in sees it. */
export type Subject = { origin: string; cookie: string };

type Known = { id: string; eventId: string; webhookId: string };

/** What is there to be looked at: the receiver that is failing most, one of its deliveries, and a video. */
export async function lookAround(subject: Subject) {
  const { deliveries } = await read<{ deliveries: Known[] }>(
    subject,
    "/v1/deliveries?cause=http_5xx",
  );
  const [delivery] = deliveries;
  if (!delivery) throw new Error("There is nothing to measure: no delivery fails");
  const event = await read<{ data: { videoId: string } }>(
    subject,
    `/v1/events/${delivery.eventId}`,
  );
  return { delivery, webhook: delivery.webhookId, video: event.data.videoId };
}

async function read<T>({ origin, cookie }: Subject, path: string): Promise<T> {
  const answer = await fetch(origin + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json() as Promise<T>;
}
