/**
 * Script of a page that opens the palette also when its key is pressed before the code has arrived. Such a key would
 * go to the browser, which then searches the web. A copy of the key goes to the page instead, again every 20 ms until it is
 * handled, at most five seconds.
 */
export const earlyPalette = `{
  const mod = /Mac|iPod|iPhone|iPad/.test(navigator.platform) ? "Meta" : "Control";
  const isKey = (event) =>
    event.key.toLowerCase() === "k" &&
    ["Control", "Meta", "Alt", "Shift"].every(
      (name) => event.getModifierState(name) === (name === mod));
  const press = (event, endsAt) => {
    const isUnhandled = (document.activeElement ?? document).dispatchEvent(
      new KeyboardEvent("keydown", event));
    if (isUnhandled && performance.now() < endsAt) setTimeout(press, 20, event, endsAt);
  };
  addEventListener("keydown", (event) => {
    if (!event.isTrusted || event.isComposing || !isKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press(event, performance.now() + 5000);
  }, true);
}`.replaceAll(/\n\s*/g, "");
