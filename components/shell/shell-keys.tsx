"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { useRemember } from "@/components/navigation/recent";
import { useSections } from "@/components/navigation/use-sections";
import { onOpenPalette, openPalette } from "@/components/palette/open-palette";
import { type Handlers, useShortcuts } from "@/components/shortcuts/use-shortcuts";

const Palette = dynamic(() => import("@/components/palette/palette").then((m) => m.Palette), {
  ssr: false,
});
const CheatSheet = dynamic(
  () => import("@/components/shortcuts/cheat-sheet").then((m) => m.CheatSheet),
  { ssr: false },
);

/** Global shortcuts, the palette and the cheat sheet. */
export function ShellKeys() {
  const [front, setFront] = useState<"palette" | "keys">();
  const router = useRouter();
  const close = useCallback(() => setFront(undefined), []);
  useRemember();
  useEffect(() => onOpenPalette(() => setFront("palette")), []);

  const ways = useSections().flatMap(({ shortcut, to }) =>
    shortcut ? [[shortcut, () => router.push(to)] as const] : [],
  );
  useShortcuts({
    ...(Object.fromEntries(ways) as Handlers),
    palette: () => setFront("palette"),
    cheatSheet: () => setFront("keys"),
    search: focusSearch,
  });
  useShortcuts({ submit: submitForm }, isInForm);

  return (
    <>
      {front === "palette" && <Palette close={close} showKeys={() => setFront("keys")} />}
      {front === "keys" && <CheatSheet close={close} />}
    </>
  );
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

function submitForm(): void {
  formInFocus()?.requestSubmit();
}
