const uuid = /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i;

/** Returns whether a text has the form of an id. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
