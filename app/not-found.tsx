import type { Metadata } from "next";
import { DeadEnd } from "@/components/shell/dead-end";
import { Mark } from "@/components/shell/mark";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4">
      <Mark className="size-9" />
      <DeadEnd code={404} title="No such page" sentence="The address may be old, or mistyped." />
    </main>
  );
}
