/**
 * Script of a page that repeats clicks on buttons whose code has not arrived: React drops such clicks. A click is handled
 * when it reaches its button after React has added its key to the element: React stops a click that it cannot handle yet
 * before it gets there. Any other is clicked again, at most five seconds after the person's click. If React has replaced the
 * button, the only button with the same name is clicked. A click that `EarlyEvents` keeps is not repeated.
 *
 * A radio button or a checkbox changes by itself, before React has its code. React then takes the new state for the one before the
 * click, reports no change, and draws its own state again. So the state is put back, and the input is clicked again once React
 * knows it, however late: until then it shows a choice that does not apply. React may know the input and not have drawn it yet,
 * so this is repeated until React draws the choice.
 */
export const earlyClicks = `{
  const isAlive = (button) => Object.keys(button).some((key) => key.startsWith("__reactFiber"));
  const namesakes = ({ ariaLabel, textContent }) =>
    [...document.querySelectorAll("button")].filter(
      (each) => each.ariaLabel === ariaLabel && each.textContent === textContent);
  const watch = (button) => {
    let isHandled = false;
    const note = () => { isHandled = isAlive(button); };
    button.addEventListener("click", note, true);
    return () => {
      button.removeEventListener("click", note, true);
      return isHandled;
    };
  };
  const click = (button) => {
    const isHandled = watch(button);
    button.click();
    return isHandled();
  };
  const repeat = (button, isOnly, endsAt) => {
    const [same, ...others] = button.isConnected ? [button] : isOnly ? namesakes(button) : [];
    if (others.length > 0 || performance.now() > endsAt) return;
    if (!same || !isAlive(same) || !click(same)) setTimeout(repeat, 20, button, isOnly, endsAt);
  };
  const drawn = (input) =>
    input[Object.keys(input).find((key) => key.startsWith("__reactProps"))]?.checked;
  const choose = (input, isChecked, tries) => {
    if (!input.isConnected || tries === 0 || drawn(input) === isChecked) return;
    if (!isAlive(input)) return setTimeout(choose, 20, input, isChecked, tries);
    input.checked = !isChecked;
    input.click();
    setTimeout(choose, 50, input, isChecked, drawn(input) === undefined ? 0 : tries - 1);
  };
  addEventListener("click", ({ target, isTrusted }) => {
    const isInput = isTrusted && target instanceof HTMLInputElement && /radio|checkbox/.test(target.type);
    if (isInput && !isAlive(target) && !target.closest("[data-keeps-events]"))
      setTimeout(choose, 0, target, target.checked, 100);
  }, true);
  addEventListener("click", ({ target, isTrusted }) => {
    const button = isTrusted && target instanceof Element && target.closest("button");
    if (!button || button.closest("[data-keeps-events]")) return;
    const isOnly = namesakes(button).length === 1;
    const isHandled = watch(button);
    setTimeout(() => isHandled() || repeat(button, isOnly, performance.now() + 5000));
  }, true);
}`.replaceAll(/\n\s*/g, "");
