import { Fragment } from "react";
import { useAccountName } from "@/components/accounts/use-account-name";
import { Moment } from "@/components/time/moment";
import type { AuditEntry } from "@/lib/audit/queries";
import { useWebhookNames } from "@/lib/webhook-search/use-webhook-names";
import { fieldName, valueInWords } from "./field-words";

export type Values = Pick<AuditEntry, "before" | "after">;

/** The changed fields on one line, which the table cuts. */
export function ChangeSummary({ entry }: { entry: Values }) {
  const { before = {}, after = {} } = entry;
  return changedNames(entry).map((name, n) => (
    <Fragment key={name}>
      {n > 0 && " · "}
      {fieldName(name)} {name in before && <Value of={name} value={before[name]} />}
      {name in before && name in after && " → "}
      {name in after && <Value of={name} value={after[name]} />}
    </Fragment>
  ));
}

export function changedNames({ before = {}, after = {} }: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** A value of a field, in words. */
export function Value({ of, value }: { of: string; value: unknown }) {
  if (of === "webhook") return <Webhooks ids={[value].flat()} />;
  if (of === "account") return <Account id={String(value)} />;
  if (typeof value === "string" && isTime.test(value)) return <Moment at={value} />;
  return valueInWords(of, value);
}

const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function Account({ id }: { id: string }) {
  return useAccountName(id) ?? id;
}

/** Webhooks by their names now. Deleted ones have only their ids. */
function Webhooks({ ids }: { ids: unknown[] }) {
  const all = ids.map(String);
  const nameOf = useWebhookNames(all);
  return all.map((id) => nameOf(id, id)).join(", ");
}
