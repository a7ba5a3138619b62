import type { UseFormReturn } from "react-hook-form";
import type { EventName } from "@/db/enums";

/** `data` is edited as JSON text, under the name that issues of the API use. */
export type Payload = { event: EventName; data: string };

/** Parses the payload. Returns null after setting an error on its field. */
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
