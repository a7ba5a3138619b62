import { field, listField, textField, wordField } from "@/components/address/field";
import { accountAddress, idField } from "@/components/scope/account-address";
import { auditActions } from "@/db/audit-actions";
import { auditSpans } from "@/lib/audit/view";

/** A time with an offset, of the years that the API accepts, in the form that it accepts. */
const isoField = field({
  parse: (text) => {
    const time = new Date(text);
    if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) return null;
    const iso = time.toISOString();
    return /^(19[7-9]|2\d\d)\d-/.test(iso) ? iso : null;
  },
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
