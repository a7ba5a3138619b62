const named: Partial<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
  Enter: "Enter",
};

/** The keys of a shortcut as they are printed on a keyboard; the first spelling only of those that mean the same. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  const told = keys.filter((spelling) => spelling !== "Shift+/");
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-faint text-xs">
      {told.map((spelling, n) => (
        <span key={spelling} className="flex items-center gap-1">
          {n > 0 && "or"}
          {pressesOf(spelling).map((press, m) => (
            <span key={press} className="flex items-center gap-1">
              {m > 0 && "then"}
              <kbd className="grid h-5.5 min-w-5.5 place-items-center rounded border border-line bg-sunken px-1.5 font-sans text-ink">
                {press}
              </kbd>
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

function pressesOf(spelling: string): string[] {
  return spelling.split(" ").map((press) => {
    const [key = "", ...modifiers] = press.split(/\b\+/).reverse();
    const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
    const shown = modifiers.map((word) =>
      word === "$mod" ? (isMac ? "⌘" : "Ctrl ") : key === "?" ? "" : "⇧",
    );
    return shown.join("") + (named[key] ?? (modifiers[0] ? key.toUpperCase() : key));
  });
}
