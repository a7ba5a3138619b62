/** Renders text with backticks as code. */
export function Described({ text }: { text: string }) {
  return text.split("`").map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-ink text-xs">
        {part}
      </code>
    ),
  );
}
