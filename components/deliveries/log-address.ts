import { createParser, parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";
import { deliveryStatuses, eventNames } from "@/db/enums";
import type { Span } from "@/lib/deliveries/view";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Anything else names no webhook, and is dropped like every unknown word in an address. */
const parseAsId = createParser({
  parse: (text) => (uuid.test(text) ? text : null),
  serialize: (id: string) => id,
});

/** The log's filters as the page's address names them; the server reads the same. */
export const logAddress = {
  status: parseAsArrayOf(parseAsStringLiteral(deliveryStatuses)).withDefault([]),
  event: parseAsArrayOf(parseAsStringLiteral(eventNames)).withDefault([]),
  webhook: parseAsId,
  since: parseAsStringLiteral(["1h", "24h", "7d"] satisfies Span[]),
};
