import Link from "next/link";
import { memo } from "react";
import { formatCount } from "@/lib/format";
import { type Bucket, type Counts, type Outcome, sumOf } from "./outcomes";

type Props = {
  caption: string;
  buckets: readonly Bucket[];
  earlier: Counts;
  parts: readonly { key: Outcome; name: string }[];
  shown: boolean;
  /** Time of each bucket. */
  names: readonly string[];
  linkOf: ((n: number) => string) | undefined;
};

/** Far outside the screen, so that the browser lays it out only for those who read it. */
const unseen = "sr-only left-[-300vw] [content-visibility:auto]";

/**
 * The chart as a table: for screen readers once the page has been idle, visible on demand. Pointing at the chart leaves it
 * as it is.
 */
export const ChartTable = memo(function ChartTable(props: Props) {
  const { caption, buckets, earlier, parts, shown, names, linkOf } = props;
  const hasEarlier = sumOf([earlier], ...parts.map(({ key }) => key)) > 0;
  return (
    <div
      className={
        shown ? "relative mt-2 max-h-96 overflow-auto rounded-md border border-line" : unseen
      }
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-faint text-xs">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Time
            </th>
            {parts.map((part) => (
              <th key={part.key} scope="col" className="px-3 py-1.5 text-right font-medium">
                {part.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hasEarlier && (
            <tr className="border-line border-b">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                Earlier
              </th>
              <Values parts={parts} counts={earlier} />
            </tr>
          )}
          {buckets.map((bucket, n) => (
            <tr key={bucket.at} className="border-line not-last:border-b">
              <th
                scope="row"
                className="whitespace-nowrap px-3 py-1 text-left font-normal tabular-nums"
              >
                {linkOf ? (
                  <Link
                    href={linkOf(n)}
                    prefetch={false}
                    className="inline-block min-h-6 hover:underline"
                  >
                    {names[n]}
                  </Link>
                ) : (
                  names[n]
                )}
              </th>
              <Values parts={parts} counts={bucket} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

function Values({ parts, counts }: Pick<Props, "parts"> & { counts: Counts }) {
  return parts.map(({ key }) => (
    <td key={key} className="px-3 py-1 text-right tabular-nums">
      {formatCount(counts[key] ?? 0)}
    </td>
  ));
}
