import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { accountAddress } from "@/components/scope/account-address";
import { eventNames } from "@/db/enums";
import type { EventSpan } from "@/lib/events/view";

/** Filters of published events in the page's address; the server parses the same grammar. */
export const eventAddress = {
  ...accountAddress,
  type: parseAsStringLiteral(eventNames),
  since: parseAsStringLiteral(["1h", "24h", "7d"] satisfies EventSpan[]),
  q: parseAsString.withDefault(""),
};
