/** Enough to tell names apart that differ at their end. */
const keptAtEnd = 6;

/** A name in one line. Where it does not fit, its middle is cut. */
export function CutMiddle({ text }: { text: string }) {
  const end = Math.max(0, text.length - keptAtEnd);
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="flex min-w-0 whitespace-pre">
        <span className="overflow-hidden text-ellipsis">{text.slice(0, end)}</span>
        <span className="shrink-0">{text.slice(end)}</span>
      </span>
    </>
  );
}
