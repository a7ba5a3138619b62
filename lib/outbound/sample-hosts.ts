/**
 * Where the webhooks of the sample data point. The names are nobody's (RFC 6761), and no request is made to one:
 * whoever sends a sample again learns so, and the outside learns nothing.
 */
const sampleDomain =
  /(^|\.)(northwind|lumen-studio|papertrail|orbit-learning|zedmedia|basalt|meridian|fernwood|kitehouse|solstice)\.example$/;

export function isSampleHost(host: string): boolean {
  return sampleDomain.test(host);
}
