import { headers } from "next/headers";

/**
 * Lets the content of a streamed page replace its loading state in the next frame. React waits 300 ms from the first
 * frame on, measured from the time in its global `$RT`, and the page is then laid out twice. Without a time it does not wait.
 */
export async function RevealAtOnce() {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']*)'/.exec(policy)?.[1];
  const script = 'Object.defineProperty(self, "$RT", { set() {} })';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
