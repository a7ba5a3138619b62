import { notFound } from "next/navigation";
import { type EventName, eventTypes } from "@/db/event-types";

type Params = Promise<{ type: string }>;

/** Returns the event type of the path; 404 for unknown ones. */
export async function nameOf(params: Params): Promise<EventName> {
  const { type } = await params;
  return isName(type) ? type : notFound();
}

function isName(type: string): type is EventName {
  return Object.hasOwn(eventTypes, type);
}
