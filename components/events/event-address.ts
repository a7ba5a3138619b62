import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { eventNames } from "@/db/enums";
import type { EventSpan } from "@/lib/events/view";

/** The filters of published events as the page's address names them; the server reads the same. */
export const eventAddress = {
  type: parseAsStringLiteral(eventNames),
  since: parseAsStringLiteral(["1h", "24h", "7d"] satisfies EventSpan[]),
  q: parseAsString.withDefault(""),
};
