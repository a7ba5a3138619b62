import { Notice } from "@/components/ui/notice";

/** What an address said that means nothing here. */
export function LeftOut({ words }: { words: string[] }) {
  if (words.length === 0) return null;
  return (
    <Notice tone="info">
      Part of this address could not be read and was left out: {words.join(", ")}.
    </Notice>
  );
}
