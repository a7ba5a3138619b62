/** Control and bidirectional formatting characters, which are invisible or misleading. */
const unseen = /(?![\n\r\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** Replaces invisible characters by their code points, for display only. */
export function visible(text: string): string {
  return text.replace(
    unseen,
    (character) => `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
