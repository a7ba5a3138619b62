import * as z from "zod";

/** Longest callback URL, in characters. */
const callbackUrlLimit = 2048;

/** The text of a callback URL. */
export const CallbackUrl = z
  .string({ error: "Enter a callback URL, such as https://example.com/hooks" })
  .superRefine((text, check) => {
    const message = callbackUrlComplaint(text);
    if (message) check.addIssue({ code: "custom", message, params: { code: 40002 } });
  })
  // No `format`: a host or a path may have characters that `uri` does not allow, such as https://münchen.example/ü.
  .meta({
    minLength: 1,
    maxLength: callbackUrlLimit,
    pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\\\#/][^\\s\\\\#]*$",
    examples: ["https://example.com/hooks"],
  });

/**
 * Body limit of requests that hold little but a callback URL: large enough for a URL that is too long to get its own
 * error.
 */
export const callbackUrlBodyLimit = 128 * 1024;

/**
 * Returns why a text is not a callback URL, or null. Checks the raw text, before the WHATWG parser repairs it silently
 * (it strips tabs, line breaks and outer spaces). `lib/outbound` decides which addresses may be reached.
 */
export function callbackUrlComplaint(text: string): string | null {
  if (text === "") return "Enter a callback URL, such as https://example.com/hooks";
  if (text.length > callbackUrlLimit) {
    return `The callback URL is ${text.length} characters long; at most ${callbackUrlLimit} are allowed`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text)) {
    return "Remove spaces, control characters and backslashes from the callback URL";
  }
  // A lone surrogate has no UTF-8, so another text would be stored.
  if (/\p{Cs}/u.test(text)) return "Remove invalid Unicode from the callback URL";
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return "Enter a full URL that starts with https://, such as https://example.com/hooks";
  }
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) {
    return "Remove the user name and password from the callback URL; use a query parameter or a path";
  }
  if (text.includes("#")) return "Remove the part after # from the callback URL; it is never sent";
  return null;
}
