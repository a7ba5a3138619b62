import { queryOptions } from "@tanstack/react-query";
import { callForText } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import { memberText } from "@/lib/protocol/json-text";
import type { eventsApi } from "./contract";
import { type EventDetail, eventKey } from "./queries";

type Read = (typeof eventsApi)["read"];

/** Reads one event, with its data as text. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: eventKey(id),
    queryFn: async ({ signal }): Promise<EventDetail> => {
      const text = await callForText<Read>("GET /v1/events/{id}", { params: { id } }, signal);
      const { data: _, ...event }: Reply<Read> = JSON.parse(text);
      return { ...event, dataText: memberText(text, "data") };
    },
  });
}
