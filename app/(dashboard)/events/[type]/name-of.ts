import { notFound } from "next/navigation";
import { eventTypes } from "@/lib/events/samples";

type Params = Promise<{ type: string }>;

/** Returns the event type of the path; 404 for unknown ones. */
export async function nameOf(params: Params): Promise<keyof typeof eventTypes> {
  const { type } = await params;
  return isName(type) ? type : notFound();
}

function isName(type: string): type is keyof typeof eventTypes {
  return Object.hasOwn(eventTypes, type);
}
