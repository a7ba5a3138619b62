/**
 * Copies text. `navigator.clipboard` exists on secure origins only and may be refused, as in a frame; then `execCommand`
 * copies.
 * @throws Error when the browser refuses both
 */
export async function copyText(text: string): Promise<void> {
  const written = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (await written) return;
  const carrier = document.createElement("textarea");
  const focused = document.activeElement;
  carrier.value = text;
  carrier.style.position = "fixed";
  carrier.style.opacity = "0";
  // An open dialog takes the focus from elements outside of it. In Safari it has the focus itself, because a click on a
  // button gives the button none.
  (focused?.closest("[role=dialog]") ?? document.body).append(carrier);
  carrier.select();
  const copied = document.execCommand("copy");
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("The browser refused to copy.");
}
