/**
 * Script of a page that repeats clicks on buttons whose code has not arrived: React drops such clicks. React adds a key to
 * an element when it takes the element over; the button is then clicked again, at most five seconds after the person's click.
 * If React has replaced the button, the only button with the same name is clicked. A click that React handles itself, by
 * hydrating the button first, is not repeated, and neither is a click that `EarlyEvents` keeps.
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
