import { type DeliveryChoice, DeliveryChoice as Schema } from "@/lib/deliveries/filter";

/** Which deliveries: by the words of the list, or one by one. */
export type Choice = { filter: DeliveryChoice | undefined; ids: string[] | undefined };

/** The same text for the same choice, however it was written. */
export function writeChoice({ filter, ids }: Choice): string {
  return JSON.stringify({ filter, ids: ids && [...new Set(ids)].sort() });
}

/** As it was asked for. */
export function readChoice(text: string): { filter?: Record<string, unknown>; ids?: string[] } {
  return JSON.parse(text);
}

export function parseChoice(text: string): Choice {
  const { filter, ids } = readChoice(text);
  return { filter: filter && Schema.parse(filter), ids };
}
