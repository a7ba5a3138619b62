import { z } from "zod";

/** The text of a callback URL. */
export const CallbackUrl = z
  .string({ error: "Enter a callback URL, such as https://example.com/hooks" })
  .superRefine((text, check) => {
    const message = callbackUrlComplaint(text);
    if (message) check.addIssue({ code: "custom", message, params: { code: 40002 } });
  })
  .meta({ format: "uri", maxLength: 2048, examples: ["https://example.com/hooks"] });

/** Longest callback URL, in characters. */
export const callbackUrlLimit = 2048;

/**
 * Why a text cannot be a callback URL, or null. A pure check of the raw text, before the WHATWG parser
 * mends it silently (it strips tabs, line breaks and outer spaces). Where it may lead is judged elsewhere.
 */
export function callbackUrlComplaint(text: string): string | null {
  if (text === "") return "Enter a callback URL, such as https://example.com/hooks";
  if (text.length > callbackUrlLimit) {
    return `The callback URL is ${text.length} characters long; at most ${callbackUrlLimit} are allowed`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text)) {
    return "Remove spaces, control characters and backslashes from the callback URL";
  }
  // Half of a pair has no UTF-8: what would be stored is another text.
  if (/\p{Cs}/u.test(text)) return "Remove what is not valid Unicode from the callback URL";
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return "Enter a full URL that starts with https://, such as https://example.com/hooks";
  }
  const url = new URL(text);
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return "Remove the user name and password from the callback URL; use a query parameter or a path";
  }
  if (text.includes("#")) return "Remove the part after # from the callback URL; it is never sent";
  return null;
}
