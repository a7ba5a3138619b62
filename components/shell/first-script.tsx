import { headers } from "next/headers";
import { earlyClicks } from "./early-clicks";
import { earlyPalette } from "./early-palette";
import { earlyReload } from "./early-reload";

/**
 * Lets the content of a streamed page replace its loading state in the next frame. React waits 300 ms from the first
 * frame on, measured from the time in its global `$RT`, and the page is then laid out twice. Without a time it does not wait.
 */
const revealAtOnce = `Object.defineProperty(self, "$RT", { set() {} });`;

/**
 * Draws the loading state of a streamed page only if its content takes longer than 200 ms: mostly it arrives with the frame,
 * and 250 elements were drawn for nothing. `globals.css` hides it meanwhile.
 */
const loadLate = `{
  const page = document.documentElement;
  page.dataset.arriving = "";
  setTimeout(() => delete page.dataset.arriving, 200);
}`.replaceAll(/\n\s*/g, "");

/** What a page runs before its content arrives. */
export async function FirstScript() {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']*)'/.exec(policy)?.[1];
  const script = earlyReload + revealAtOnce + loadLate + earlyClicks + earlyPalette;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constants
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
