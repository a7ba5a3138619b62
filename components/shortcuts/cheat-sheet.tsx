"use client";

import Link from "next/link";
import { usePreferences } from "@/components/preferences/preferences";
import { Dialog } from "@/components/ui/dialog";
import { catalogue } from "./catalogue";
import { KeyCaps } from "./key-caps";

/** Every key of the dashboard. */
export function CheatSheet({ close }: { close: () => void }) {
  const { singleKeys } = usePreferences().chosen;
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && close()}
      title="Keyboard shortcuts"
      description={
        <p>
          {singleKeys === "off" && "Single keys are switched off: only those with Ctrl or ⌘ work. "}
          <Link href="/settings" onClick={close} className="text-accent underline">
            Change in settings
          </Link>
        </p>
      }
    >
      <div className="gap-x-8 sm:columns-2">
        {Object.values(catalogue).map(({ name, shortcuts }) => (
          <section key={name} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-semibold">{name}</h3>
            <ul>
              {Object.values(shortcuts).map(({ keys, words }) => (
                <li
                  key={words}
                  className="flex min-h-8 items-center justify-between gap-3 border-line py-1 not-last:border-b"
                >
                  {words}
                  <KeyCaps keys={keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
