import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { auditActions } from "@/db/enums";
import { auditSpans } from "@/lib/audit/view";

const parseAsTime = createParser({
  parse: (text) => (/^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) ? text : null),
  serialize: (time: string) => time,
});
const parseAsId = createParser({
  parse: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null),
  serialize: (id: string) => id,
});

/** Filters of the audit log in the page's address; the server parses the same grammar. */
export const auditAddress = {
  actor: parseAsString,
  action: parseAsArrayOf(parseAsStringLiteral(auditActions)).withDefault([]),
  target: parseAsId,
  webhook: parseAsId,
  request: parseAsString,
  since: parseAsStringLiteral(auditSpans),
  from: parseAsTime,
  to: parseAsTime,
};
