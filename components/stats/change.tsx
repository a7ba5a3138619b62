import { formatCount, formatQuantity } from "@/lib/format";

type Props = {
  now: number;
  before: number;
  /** Direction that is an improvement; undefined for neither. */
  good?: "up" | "down";
  /** `points` for shares, which are compared by difference. */
  unit?: "percent" | "points";
};

const most = 999;

/** The change against the period before: an arrow with a percentage, in the colour of its meaning. */
export function Change({ now, before, good, unit = "percent" }: Props) {
  const change = unit === "points" ? 100 * (now - before) : percentOf(now, before);
  const size = unit === "points" ? Math.abs(change).toFixed(1) : formatCount(Math.abs(change));
  if (Number(size.replaceAll(",", "")) === 0)
    return (
      <span className="whitespace-nowrap text-faint text-xs">
        <span aria-hidden="true">±0</span>
        <span className="sr-only">, unchanged from the period before</span>
      </span>
    );
  const way = change > 0 ? "up" : "down";
  const word =
    unit === "points"
      ? formatQuantity(size, "pp")
      : formatQuantity(Math.abs(change) > most ? ">999" : size, "%");
  const tone = good === undefined ? "text-soft" : good === way ? "text-good" : "text-bad";
  return (
    <span
      title="Change from the period before"
      className={`whitespace-nowrap text-xs tabular-nums ${tone}`}
    >
      <span aria-hidden="true">{way === "up" ? "▲" : "▼"} </span>
      <span className="sr-only">, {way} </span>
      {word}
      <span className="sr-only"> from the period before</span>
    </span>
  );
}

/** Any increase from zero is shown as more than the most, and only zero as a decrease by 100 %. */
function percentOf(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : most + 1;
  return Math.max(Math.round((100 * (now - before)) / before), now > 0 ? -99 : -100);
}
