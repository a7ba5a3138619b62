import { notFound, redirect } from "next/navigation";
import { eventTypes } from "@/db/event-types";
import { Id } from "@/lib/protocol/ids";

type Params = Promise<{ type: string }>;
type Name = keyof typeof eventTypes;

/** Returns the event type of the path. The id of an event leads to its page; 404 for anything else. */
export async function nameOf(params: Params): Promise<Name> {
  const { type } = await params;
  if (isName(type)) return type;
  return Id.safeParse(type).success ? redirect(`/events/published/${type}`) : notFound();
}

function isName(type: string): type is Name {
  return Object.hasOwn(eventTypes, type);
}
