import { changedNames, Value, type Values } from "./change";
import { fieldName } from "./field-words";

/** Changed fields before and after, one a line. Secret values arrive masked. */
export function ChangeList({ entry }: { entry: Values }) {
  const names = changedNames(entry);
  if (names.length === 0) return <p className="text-soft">No values recorded.</p>;
  const { before = {}, after = {} } = entry;
  return (
    <dl className="grid h-fit grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="text-faint">{fieldName(name)}</dt>
          <dd className="wrap-break-word whitespace-pre-wrap">
            {name in before && (
              <span className="text-soft">
                <Value of={name} value={before[name]} />
              </span>
            )}
            {name in before && name in after && <Arrow />}
            {name in after && <Value of={name} value={after[name]} />}
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
