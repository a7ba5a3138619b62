import { copyText } from "@/components/ui/copy-text";

/**
 * Copies text that is still being read. Safari opens the clipboard only during the click or key itself, so the clipboard gets a
 * promise.
 * @throws Error when the browser refuses, or the reason for which there is no text
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const type = "text/plain";
  const content = text.then((each) => new Blob([each], { type }));
  // A browser that refuses at once does not wait for it.
  content.catch(() => {});
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
  } catch {
    await copyText(await text);
  }
}
