import Link from "next/link";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";
import type { Stats } from "@/lib/stats/queries";

type Props = {
  series: Stats["series"];
  shown: boolean;
  name: (n: number) => string;
  linkOf: (n: number) => string;
  zone: string;
};

const cell = "px-3 py-1 text-right tabular-nums";

/** The chart as a table: always present for screen readers, visible on demand. */
export function ChartTable({ series, shown, name, linkOf, zone }: Props) {
  return (
    <div
      className={
        shown ? "relative mt-2 max-h-96 overflow-auto rounded-md border border-line" : "sr-only"
      }
    >
      <table className="w-full text-sm">
        <caption className="sr-only">
          Deliveries over time, oldest first; times are in {zone}
        </caption>
        <thead className="sticky top-0 bg-sunken text-faint text-xs">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Time
            </th>
            {["Delivered", "To be retried", "Failed"].map((each) => (
              <th key={each} scope="col" className="px-3 py-1.5 text-right font-medium">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ at, delivered, retrying, failed }, n) => (
            <tr key={at} className="border-line not-last:border-b">
              <th
                scope="row"
                className="whitespace-nowrap px-3 py-1 text-left font-normal tabular-nums"
              >
                {shown ? (
                  <Link
                    href={linkOf(n)}
                    prefetch={false}
                    className="inline-block min-h-6 hover:underline"
                  >
                    {name(n)}
                  </Link>
                ) : (
                  name(n)
                )}
              </th>
              <td className={cell}>{formatCount(delivered)}</td>
              <td className={cell}>{formatCount(retrying)}</td>
              <td className={cell}>{formatCount(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function TableSwitch({ shown, toggle }: { shown: boolean; toggle: () => void }) {
  return (
    <Button look="quiet" size="small" aria-expanded={shown} onClick={toggle}>
      {shown ? "Hide the table" : "View as table"}
    </Button>
  );
}
