/** Control characters, and those that turn the direction of what follows: they would be unseen, or mislead. */
const unseen = /(?![\n\r\t])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

/** Text as it is shown: what cannot be seen stands as its code point. Copies keep the text as it is. */
export function visible(text: string): string {
  return text.replace(
    unseen,
    (character) => `⟨U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
