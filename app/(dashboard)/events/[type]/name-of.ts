import { notFound, redirect } from "next/navigation";
import { type EventName, eventTypes } from "@/db/event-types";
import { Id } from "@/lib/protocol/ids";

type Params = Promise<{ type: string }>;

/** Returns the event type of the path. The id of an event leads to its page; 404 for anything else. */
export async function nameOf(params: Params): Promise<EventName> {
  const { type } = await params;
  if (isName(type)) return type;
  return Id.safeParse(type).success ? redirect(`/events/published/${type}`) : notFound();
}

function isName(type: string): type is EventName {
  return Object.hasOwn(eventTypes, type);
}
