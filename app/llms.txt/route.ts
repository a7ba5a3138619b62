import { reference } from "@/app/docs/reference";
import { scheduleRows } from "@/app/docs/schedule";
import { originHere } from "@/app/origin";
import { llmsText } from "@/components/docs/llms";
import { eventTypes } from "@/db/event-types";

export async function GET(): Promise<Response> {
  const text = llmsText({
    ...reference(),
    origin: await originHere(),
    schedule: scheduleRows().map(({ attempt, wait }) => `attempt ${attempt}: ${wait}`),
    bodies: Object.entries(eventTypes).map(([event, { sample }]) => ({ event, data: sample })),
  });
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
