let collator: Intl.Collator | undefined;

/** Compares names given by people: numbers in them by value, so that "Studio 2" precedes "Studio 10". */
export function compareNames(one: string, other: string): number {
  // Made at the first use, because that takes 15 ms of CPU, and once, because `localeCompare` makes one for each call.
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(one, other);
}
