import { isUuid } from "@/components/address/is-uuid";

const bases = {
  webhook: "/webhooks/",
  delivery: "/deliveries/",
  event: "/events/published/",
  bin: "/inbox/",
  replay: "/replays/",
} as const;
type Noun = keyof typeof bases;
/** An object with a page of its own. */
export type Thing = { noun: Noun; id: string };

/** Returns the object that a page is about. */
export function thingAt(path: string): Thing | undefined {
  for (const [noun, base] of Object.entries(bases) as [Noun, string][]) {
    const [id = ""] = path.startsWith(base) ? path.slice(base.length).split("/") : [];
    if (isUuid(id)) return { noun, id };
  }
  return undefined;
}

export function addressOf({ noun, id }: Thing): string {
  return bases[noun] + id;
}
