import { Minus, Pencil, Plus } from "lucide-react";
import { visible } from "@/components/body/visible";
import type { Change } from "./changes";

const kinds = {
  added: { word: "Added", icon: Plus, ink: "text-good" },
  removed: { word: "Removed", icon: Minus, ink: "text-bad" },
  changed: { word: "Changed", icon: Pencil, ink: "text-warn" },
} as const;

type Props = { caption: string; names: readonly [string, string]; changes: readonly Change[] };

/** Differences by sign, word and colour; equal values are omitted. On a phone, each is a card with one value below the other. */
export function ChangeTable({ caption, names, changes }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full table-fixed text-left text-xs leading-5 max-sm:block sm:min-w-120">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-faint max-sm:sr-only">
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
        <tbody className="max-sm:block">
          {changes.map((change) => (
            <ChangeRow key={`${change.kind}${change.name}`} names={names} change={change} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = Pick<Props, "names"> & { change: Change };

function ChangeRow({ names, change: { kind, name, before, after } }: RowProps) {
  const { word, icon: Icon, ink } = kinds[kind];
  return (
    <tr className="border-line border-t align-top max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-3 max-sm:py-1.5">
      <td className={`py-1 font-medium ${ink}`}>
        <span className="flex items-center gap-1">
          <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
          {word}
        </span>
      </td>
      <th scope="row" className="wrap-anywhere py-1 pr-3 font-mono font-normal text-soft">
        {visible(name)}
      </th>
      <Value name={names[0]} text={before} />
      <Value name={names[1]} text={after} />
    </tr>
  );
}

function Value({ name, text }: { name: string; text: string | undefined }) {
  return (
    <td
      data-label={name}
      className="wrap-anywhere py-1 pr-3 font-mono max-sm:col-span-2 max-sm:before:block max-sm:before:font-sans max-sm:before:text-faint max-sm:before:content-[attr(data-label)]"
    >
      {text === undefined ? (
        <span className="text-faint">–</span>
      ) : (
        <bdi>{visible(text.length > 600 ? `${text.slice(0, 600)}…` : text)}</bdi>
      )}
    </td>
  );
}
