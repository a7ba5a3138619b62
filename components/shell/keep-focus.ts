/** An element that had the keyboard's focus, with its place on each level of the page. */
type Place = { path: string; element: Element; levels: { parent: Element; index: number }[] };

const focusable =
  "a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex='0']";

/**
 * Moves the keyboard's focus on when its element disappears, such as the button that removes a filter: to what is next to
 * its place. Browsers leave it on the body, where a screen reader begins the page anew. After a click with the pointer
 * the focus stays off, because keys that are typed then are shortcuts. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let place: Place | undefined;
  const note = ({ target }: FocusEvent) => {
    const element = target as Element;
    place = element.matches(":focus-visible") ? placeOf(element) : undefined;
  };
  const look = () => {
    if (!place || place.element.isConnected || document.activeElement !== document.body) return;
    const lost = place;
    place = undefined;
    // What removes an element may set the focus itself, after the page was drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => restore(lost)));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", note);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", note);
  };
}

function placeOf(element: Element): Place {
  const levels: Place["levels"] = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    levels.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return { path: window.location.pathname, element, levels };
}

/** Another page has no place for it. */
function restore({ path, levels }: Place): void {
  if (document.activeElement !== document.body || path !== window.location.pathname) return;
  const next = nextTo(levels) ?? document.querySelector<HTMLElement>("main");
  next?.focus({ preventScroll: true });
}

/** Returns what comes after the place, else before it, in the smallest part of the page that is left of its surroundings. */
function nextTo(levels: Place["levels"]): HTMLElement | undefined {
  for (const { parent, index } of levels) {
    if (!parent.isConnected || parent.querySelector("main")) continue;
    const around = [...parent.children];
    const order = [...around.slice(index), ...around.slice(0, index).reverse()];
    const next = order.flatMap((each) => [...focusableIn(each)]).find(isShown);
    if (next) return next;
  }
  return undefined;
}

function focusableIn(element: Element): Iterable<HTMLElement> {
  if (element.matches(focusable)) return [element as HTMLElement];
  return element.querySelectorAll<HTMLElement>(focusable);
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility();
}
