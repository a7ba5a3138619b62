import { field, listField, textField, wordField } from "@/components/address/field";
import { accountAddress, idField } from "@/components/scope/account-address";
import { auditActions } from "@/db/audit-actions";
import { auditSpans } from "@/lib/audit/view";

const isoField = field({
  parse: (text) => (/^\d{4}-\d\d-\d\dT/.test(text) && Date.parse(text) ? text : null),
  write: (time: string) => time,
});

/** Filters of the audit log in the page's address; the server parses the same grammar. */
export const auditAddress = {
  ...accountAddress,
  actor: textField,
  action: listField(wordField(auditActions)).withDefault([]),
  target: idField,
  webhook: idField,
  request: textField,
  since: wordField(auditSpans),
  from: isoField,
  to: isoField,
};

/** No filter but the account, which has a switch of its own. */
export const noFilters = {
  actor: null,
  action: null,
  target: null,
  webhook: null,
  request: null,
  since: null,
  from: null,
  to: null,
};
