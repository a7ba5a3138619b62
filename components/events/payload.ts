import type { UseFormReturn } from "react-hook-form";
import type { EventName } from "@/db/enums";
import { readObject } from "./payload-complaint";

/** `data` is edited as JSON text, under the name that issues of the API use. */
export type Payload = { event: EventName; data: string };

/** Whitespace outside of strings, and strings to keep. */
const spacing = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g;

/**
 * Returns the payload as compact JSON text: parsing would change numbers that JavaScript cannot represent. Returns null
 * after setting an error on its field.
 */
export function readPayload(form: UseFormReturn<Payload>, { data }: Payload): string | null {
  const value = readObject(data);
  if (typeof value !== "string") return data.replace(spacing, "$1");
  form.setError("data", { message: value });
  return null;
}

/** An event to send. `data` is JSON text. */
export type EventToSend = { event: EventName; accountId?: string; data: string };

/** Returns the body of a request with the data as it is. */
export function bodyTextOf({ data, ...members }: EventToSend): string {
  return JSON.stringify(members).replace(/}$/, () => `,"data":${data}}`);
}
