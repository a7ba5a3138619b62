import { field, listField, textField, wordField } from "@/components/address/field";
import { idField } from "@/components/scope/account-address";
import { auditActions } from "@/db/enums";
import { auditSpans } from "@/lib/audit/view";

const isoField = field({
  parse: (text) => (/^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) ? text : null),
  write: (time: string) => time,
});

/** Filters of the audit log in the page's address; the server parses the same grammar. */
export const auditAddress = {
  actor: textField,
  action: listField(wordField(auditActions)).withDefault([]),
  target: idField,
  webhook: idField,
  request: textField,
  since: wordField(auditSpans),
  from: isoField,
  to: isoField,
};
