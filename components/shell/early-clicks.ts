/**
 * Script of a page that repeats clicks on buttons that came before their code: React drops them. A button is clicked again
 * once React has taken it over, at most five seconds later. The key that it adds to its elements shows when. React may draw
 * the button anew: then the only button with the same name counts as the same. Clicks that React handles at once, by
 * hydrating the button first, are not repeated, nor are those that `EarlyEvents` keeps.
 */
export const earlyClicks = `{
  const isAlive = (button) => Object.keys(button).some((key) => key.startsWith("__reactFiber"));
  const namesakes = ({ ariaLabel, textContent }) =>
    [...document.querySelectorAll("button")].filter(
      (each) => each.ariaLabel === ariaLabel && each.textContent === textContent);
  const repeat = (button, isOnly, endsAt) => {
    const [same, ...others] = button.isConnected ? [button] : isOnly ? namesakes(button) : [];
    if (others.length > 0 || performance.now() > endsAt) return;
    if (same && isAlive(same)) requestAnimationFrame(() => same.click());
    else setTimeout(repeat, 20, button, isOnly, endsAt);
  };
  addEventListener("click", ({ target, isTrusted }) => {
    const button = isTrusted && target instanceof Element && target.closest("button");
    if (!button || isAlive(button) || button.closest("[data-keeps-events]")) return;
    const isOnly = namesakes(button).length === 1;
    setTimeout(() => isAlive(button) || repeat(button, isOnly, performance.now() + 5000));
  }, true);
}`.replaceAll(/\n\s*/g, "");
