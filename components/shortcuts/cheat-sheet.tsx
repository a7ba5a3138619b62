"use client";

import { usePreference } from "@/components/preferences/preferences";
import { Dialog } from "@/components/ui/dialog";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { catalogue } from "./catalogue";
import { type ShortcutId, shortcutKeys } from "./keys";

/** Dialog that lists every shortcut. */
export function CheatSheet({ close }: { close: () => void }) {
  const singleKeys = usePreference("singleKeys");
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && close()}
      title="Keyboard shortcuts"
      description={
        <p>
          {singleKeys === "off" && "Single-key shortcuts are off; only those with Ctrl or ⌘ work. "}
          <HoverPrefetchLink href="/settings" onClick={close} className="text-accent underline">
            Change in settings
          </HoverPrefetchLink>
        </p>
      }
    >
      <div className="gap-x-8 sm:columns-2">
        {catalogue.map(({ name, words }) => (
          <section key={name} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-semibold">{name}</h3>
            <ul>
              {Object.entries(words).map(([id, description]) => (
                <li
                  key={id}
                  className="flex min-h-8 items-center justify-between gap-3 border-line py-1 not-last:border-b"
                >
                  {description}
                  <KeyCaps keys={shortcutKeys[id as ShortcutId]} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const named: Partial<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
  Enter: "Enter",
};

/** The keys of a shortcut as printed on a keyboard; only the first alternative. */
function KeyCaps({ keys }: { keys: readonly string[] }) {
  const listed = keys.filter((spelling) => spelling !== "Shift+/");
  return (
    <span className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-faint text-xs">
      {listed.map((spelling, n) => (
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
