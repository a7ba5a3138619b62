const nothing = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** Sent with every answer: pages, assets and the API. */
export const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // An address may name a delivery, or hold the token of the first start.
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": nothing.map((feature) => `${feature}=()`).join(", "),
};

/** Pages of ours share no window with others. Sent only where a browser heeds it: on plain http it would complain. */
export const apart = { "cross-origin-opener-policy": "same-origin" };
/** Hosts that a browser trusts without https. */
export const thisMachine = "localhost|127\\.0\\.0\\.1";

/** Holds where nobody made a nonce: for assets, and for a page that did not pass `proxy.ts`. */
export const plainPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** For what is data and never a document. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Scripts and styles are ours, and on this very page: they bear its nonce, or were loaded by one that does. */
export function pagePolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    // Reloading while developing evaluates text.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // Without this the scripts' rule would hold, which trusts nonces only.
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
