import type { UseFormReturn } from "react-hook-form";
import type { EventName } from "@/db/enums";

/** `data` is JSON text while it is edited; the server's complaints name it so. */
export type Payload = { event: EventName; data: string };

/** The payload as an object, or null after saying on its field why it is none. */
export function readPayload(form: UseFormReturn<Payload>, { data }: Payload) {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    form.setError("data", { message: 'Give a JSON object, such as {"videoId": "video-1"}' });
  } catch (error) {
    form.setError("data", { message: `This is not JSON: ${(error as Error).message}` });
  }
  return null;
}
