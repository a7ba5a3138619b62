import * as z from "zod";

const countLimit = 20;
const sizeLimit = 8 * 1024;
const valueLimit = 2048;

/** Reserved headers: those that the sender writes itself, and those of the connection (RFC 9110 §7.6.1). */
const reserved = new Set([
  "accept-encoding",
  "connection",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "trailers",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);
const reservedFamilies = /^(?:webhook|content|proxy)-/;

/** Returns whether a header is reserved. */
export function isReserved(name: string): boolean {
  const plain = name.toLowerCase();
  return reserved.has(plain) || reservedFamilies.test(plain);
}

const HeaderValues = z
  .record(z.string(), z.string({ error: "Give the value as text" }), {
    error: 'Give an object of names and values, such as {"x-tenant": "7"}',
  })
  .superRefine((headers, check) => {
    const seen = new Set<string>();
    for (const [name, value] of Object.entries(headers)) {
      const message = nameComplaint(name, seen) ?? valueComplaint(value);
      if (message) check.addIssue({ code: "custom", path: [name], message });
      seen.add(name.toLowerCase());
    }
    const message = sizeComplaint(headers);
    if (message) check.addIssue({ code: "custom", message });
  })
  .meta({ maxProperties: countLimit, examples: [{ authorization: "Bearer 0123" }] });

/** Schema of the custom headers of a webhook. Zod leaves `__proto__` out of a record, so that name is refused before. */
export const CustomHeaders = z.preprocess((headers: z.input<typeof HeaderValues>, check) => {
  if (Object.hasOwn(Object(headers), "__proto__"))
    check.addIssue({
      code: "custom",
      path: ["__proto__"],
      message: "A header cannot be named __proto__; choose another name",
    });
  return headers;
}, HeaderValues);

function nameComplaint(name: string, seen: Set<string>): string | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) {
    return "A header's name has 1 to 100 letters, digits and hyphens";
  }
  if (isReserved(name)) {
    return "This header is the sender's own; choose another name";
  }
  return seen.has(name.toLowerCase()) ? "This header is there twice, in another spelling" : null;
}

/** Returns why a value is invalid, or null. Never repeats the value, which may be a secret. */
function valueComplaint(value: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(value)) return "Use printable ASCII characters only";
  if (value.trim() !== value || value === "") return "Give a value without spaces around it";
  return value.length > valueLimit ? `Use at most ${valueLimit} characters` : null;
}

function sizeComplaint(headers: Record<string, string>): string | null {
  const pairs = Object.entries(headers);
  if (pairs.length > countLimit) return `Give at most ${countLimit} headers`;
  const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return size > sizeLimit ? `Give at most ${sizeLimit} bytes of headers in all` : null;
}
