import type { AuditEntry } from "@/lib/audit/queries";

/** What changed, name by name. Values that may be secret came masked. */
export function Change({ entry: { before = {}, after = {} } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return <span className="text-faint max-md:hidden">–</span>;
  return (
    <dl className="grid gap-0.5 text-sm">
      {names.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-faint">{name} </dt>
          <dd className="inline">
            {name in before && <span className="text-soft">{told(before[name])}</span>}
            {name in before && name in after && <span aria-hidden="true"> → </span>}
            {name in before && name in after && <span className="sr-only"> became </span>}
            {name in after && told(after[name])}
            {!(name in after) && <span className="text-faint"> (before)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function told(value: unknown): string {
  if (value === "" || value === null || value === undefined) return "nothing";
  if (Array.isArray(value) && value.every((each) => typeof each === "string"))
    return value.join(", ") || "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
