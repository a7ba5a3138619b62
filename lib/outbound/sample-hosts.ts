/**
 * Hosts of the webhooks in the sample data. RFC 6761 reserves these names. No request is sent to them: a resend of a
 * sample delivery fails with an explanation.
 */
const sampleDomain =
  /(^|\.)(northwind|lumen-studio|papertrail|orbit-learning|zedmedia|basalt|meridian|fernwood|kitehouse|solstice)\.example$/;

export function isSampleHost(host: string): boolean {
  return sampleDomain.test(host);
}
