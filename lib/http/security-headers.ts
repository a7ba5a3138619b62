const nothing = ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"];

/** Sent with every response: pages, assets and the API. */
export const securityHeaders: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // A URL may contain a delivery id.
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": nothing.map((feature) => `${feature}=()`).join(", "),
};

/** Isolates our pages from other windows. Sent only over https or to localhost; elsewhere browsers log a warning. */
export const isolatedOpener = { "cross-origin-opener-policy": "same-origin" };
/** Hosts that browsers trust without https. */
export const thisMachine = "localhost|127\\.0\\.0\\.1";

/** Policy without a nonce: for assets, and for pages that did not pass `proxy.ts`. */
export const plainPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Policy for data that is never a document. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Policy of a page. Scripts need the nonce of the page, or are loaded by a script that has it. */
export function pagePolicy(nonce: string, dev: boolean): string {
  return policyOf(
    // Hot reloading in development evaluates text.
    `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
  );
}

/**
 * Policy of a page that is the same for everybody and so has no nonce. Inline scripts need one of these hashes
 * (SHA-256, base64); other scripts are files of ours.
 */
export function hashedPagePolicy(hashes: string[]): string {
  return policyOf(["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(" "), "'self'");
}

function policyOf(scripts: string, styles: string): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // Without `worker-src` the rule for scripts would apply, which trusts nonces only.
    "worker-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
