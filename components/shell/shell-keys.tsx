"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { mayLeave } from "@/components/address/leave";
import { useSections } from "@/components/navigation/use-sections";
import { onOpenPalette, openPalette } from "@/components/palette/open-palette";
import type { Next } from "@/components/palette/use-entries";
import { type Handlers, useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { useWasIdle } from "@/components/ui/use-idle-load";

const Palette = dynamic(() => import("@/components/palette/palette").then((m) => m.Palette), {
  ssr: false,
});
const CheatSheet = dynamic(
  () => import("@/components/shortcuts/cheat-sheet").then((m) => m.CheatSheet),
  { ssr: false },
);

const WebhookDialog = dynamic(
  () => import("@/components/palette/webhook-dialog").then((m) => m.WebhookDialog),
  { ssr: false },
);

const IdleParts = dynamic(() => import("./idle-parts").then((m) => m.IdleParts), { ssr: false });

/** Global shortcuts, the palette and the cheat sheet, and what loads once the page is idle. */
export function ShellKeys() {
  const { front, show, close } = useFront();
  const router = useRouter();
  const wasIdle = useWasIdle();
  useEffect(() => onOpenPalette(() => show("palette")), [show]);

  const ways = useSections().flatMap(({ shortcut, to }) =>
    shortcut ? [[shortcut, () => mayLeave() && router.push(to)] as const] : [],
  );
  useShortcuts({
    ...(Object.fromEntries(ways) as Handlers),
    palette: () => show("palette"),
    cheatSheet: () => show("shortcuts"),
    search: focusSearch,
  });
  useShortcuts({ submit: submitForm }, isInForm);

  return (
    <>
      {wasIdle && <IdleParts />}
      {front === "palette" && <Palette close={close} show={show} />}
      {front === "shortcuts" && <CheatSheet close={close} />}
      {typeof front === "object" && <WebhookDialog action={front} close={close} />}
    </>
  );
}

/** State of the palette and the dialogs it opens. Navigation closes them. */
function useFront() {
  const path = usePathname();
  const [shown, setShown] = useState<{ what: "palette" | Next; path: string } | undefined>(
    undefined,
  );
  // The address in force: a key pressed as a page arrives may still be handled with the path before.
  const show = useCallback(
    (what: "palette" | Next) => setShown({ what, path: window.location.pathname }),
    [],
  );
  const close = useCallback(() => setShown(undefined), []);
  return { front: shown?.path === path ? shown.what : undefined, show, close };
}

/** Focuses the page's search field, or opens the palette on pages without one. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type='search']");
  if (field) field.focus();
  else openPalette();
}

function formInFocus(): HTMLFormElement | null {
  return document.activeElement?.closest("form") ?? null;
}

function isInForm(): boolean {
  return formInFocus() !== null;
}

/** Clicks the button of the form, which ignores clicks while it is busy. */
function submitForm({ repeat }: KeyboardEvent): void {
  if (!repeat) formInFocus()?.querySelector<HTMLElement>("[type=submit]")?.click();
}
