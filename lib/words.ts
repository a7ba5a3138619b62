/** Capitalizes the first letter. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Lower-cases the first letter, except of an abbreviation such as TLS. */
export function withinSentence(words: string): string {
  return words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** Returns whether a text contains every word of another; upper and lower case are the same. */
export function hasEveryWord(text: string, wanted: string): boolean {
  const all = text.toLowerCase();
  return splitWords(wanted.toLowerCase()).every((word) => all.includes(word));
}

/** Splits a text at white space. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
