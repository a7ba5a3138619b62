import type { AuditEntry } from "@/lib/audit/queries";

type Values = Pick<AuditEntry, "before" | "after">;

/** Changed fields before and after, one a line. Secret values arrive masked. */
export function Change({ entry }: { entry: Values }) {
  const names = changedNames(entry);
  if (names.length === 0) return <p className="text-soft">No values recorded.</p>;
  const { before = {}, after = {} } = entry;
  return (
    <dl className="grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="wrap-break-word whitespace-pre-wrap">
            {name in before && <span className="text-soft">{textOf(before[name])}</span>}
            {name in before && name in after && <Arrow />}
            {name in after && textOf(after[name])}
            {!(name in after) && <span className="text-faint"> (before)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Arrow() {
  return (
    <>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
    </>
  );
}

/** Returns the changed fields on one line, which the table cuts. */
export function summaryOf(entry: Values): string {
  const { before = {}, after = {} } = entry;
  const parts = changedNames(entry).map((name) => {
    const values = [before, after].filter((side) => name in side).map((side) => textOf(side[name]));
    return `${name} ${values.join(" → ")}`;
  });
  return parts.join(" · ");
}

function changedNames({ before = {}, after = {} }: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

function textOf(value: unknown): string {
  if (value === "" || value === null || value === undefined) return "nothing";
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return value.join(", ") || "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
