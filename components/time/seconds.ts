const listeners = new Set<() => void>();
let now = wholeSecond();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls the listener as each second begins; all listeners share one timer. Returns a function that ends it. */
export function subscribeToSeconds(listener: () => void) {
  listeners.add(listener);
  timer ??= nextTick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/** Ticks as each second begins: later, what just happened would seem to be up to two seconds ahead. */
function nextTick() {
  return setTimeout(tick, 1000 - (Date.now() % 1000));
}

function tick() {
  timer = nextTick();
  now = wholeSecond();
  for (const listener of listeners) listener();
}

/** Returns the current second. Without listeners the timer stops and `now` would be stale. */
export function readSecond(): number {
  if (!timer) now = wholeSecond();
  return now;
}

/** Returns the second of the clock, in milliseconds. */
export function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
