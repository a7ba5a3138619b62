import { textField, wordField } from "@/components/address/field";
import { accountAddress } from "@/components/scope/account-address";
import { eventNames } from "@/db/enums";
import type { EventSpan } from "@/lib/events/view";

/** Filters of published events in the page's address; the server parses the same grammar. */
export const eventAddress = {
  ...accountAddress,
  type: wordField(eventNames),
  since: wordField(["1h", "24h", "7d"] satisfies EventSpan[]),
  q: textField.withDefault(""),
};
