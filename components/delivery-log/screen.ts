/** The part of the page on the screen. Reading it from the window forces a layout, so it is read when it changes only. */
const seen = { top: 0, height: 0 };

/** Returns the part of the page that was last seen on the screen. */
export function screenSeen(): Readonly<typeof seen> {
  return seen;
}

/** Scrolled further than this, a person is reading, and new rows must not push the text away. */
const topPx = 120;

/** Returns whether a person reads further down than the top of the page. */
export function isReadingDown(): boolean {
  return seen.top >= topPx;
}

export function readScreen(): void {
  seen.top = window.scrollY;
  seen.height = window.innerHeight;
}

/** Calls after scrolling and resizing. Returns a function that ends this. */
export function onScreenMove(call: () => void): () => void {
  const move = () => {
    readScreen();
    call();
  };
  window.addEventListener("scroll", move, { passive: true });
  window.addEventListener("resize", move);
  return () => {
    window.removeEventListener("scroll", move);
    window.removeEventListener("resize", move);
  };
}
