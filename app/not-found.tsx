import type { Metadata } from "next";
import { DeadEnd } from "@/components/shell/dead-end";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <main className="px-4">
      <DeadEnd code={404} title="No such page" sentence="The address may be old, or mistyped." />
    </main>
  );
}
