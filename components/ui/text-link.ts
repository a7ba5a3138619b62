/** Classes of a link that stands alone, not within a sentence. A button can look like one, too. */
export const textLink =
  "tap inline-flex min-h-6 items-center rounded-sm text-accent underline-offset-2 hover:underline";
