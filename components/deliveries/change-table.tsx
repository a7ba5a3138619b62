import { Minus, Pencil, Plus } from "lucide-react";
import { visible } from "@/components/body/visible";
import type { Change } from "./changes";

const kinds = {
  added: { word: "Added", icon: Plus, ink: "text-good" },
  removed: { word: "Removed", icon: Minus, ink: "text-bad" },
  changed: { word: "Changed", icon: Pencil, ink: "text-warn" },
} as const;

type Props = { caption: string; names: readonly [string, string]; changes: readonly Change[] };

/** Differences by sign, word and colour; equal values are omitted. */
export function ChangeTable({ caption, names, changes }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-120 table-fixed text-left text-xs leading-5">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-faint">
          <tr>
            <th scope="col" className="w-24 py-1 font-medium">
              Change
            </th>
            <th scope="col" className="w-40 py-1 font-medium">
              Name
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="py-1 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={`${change.kind}${change.name}`} change={change} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ChangeRow({ change: { kind, name, before, after } }: { change: Change }) {
  const { word, icon: Icon, ink } = kinds[kind];
  return (
    <tr className="border-line border-t align-top">
      <td className={`py-1 font-medium ${ink}`}>
        <span className="flex items-center gap-1">
          <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
          {word}
        </span>
      </td>
      <th scope="row" className="wrap-anywhere py-1 pr-3 font-mono font-normal text-soft">
        {visible(name)}
      </th>
      <Value text={before} />
      <Value text={after} />
    </tr>
  );
}

function Value({ text }: { text: string | undefined }) {
  return (
    <td className="wrap-anywhere py-1 pr-3 font-mono">
      {text === undefined ? (
        <span className="text-faint">–</span>
      ) : (
        <bdi>{visible(text.length > 600 ? `${text.slice(0, 600)}…` : text)}</bdi>
      )}
    </td>
  );
}
