/** Capitalizes the first letter. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Lower-cases the first letter, except of an abbreviation such as TLS. */
export function withinSentence(words: string): string {
  return words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
