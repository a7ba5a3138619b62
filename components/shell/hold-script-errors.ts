const buildFiles = "/_next/static/";
const againMs = 2000;

/**
 * Holds the errors of scripts that a click or a navigation loads. The loader would pass them to React, which replaces the
 * page, and what was typed there, by an error. Once the file can be reached the error goes on, and the loader tries again.
 * A file that is gone, because Postback was updated, is reported instead; what waits for it keeps waiting.
 */
export function holdScriptErrors(onGone: () => void): () => void {
  const released = new WeakSet<Event>();
  const hold = async (event: Event) => {
    const { target: script } = event;
    if (!(script instanceof HTMLScriptElement) || released.has(event)) return;
    if (!script.src.includes(buildFiles)) return;
    event.stopImmediatePropagation();
    if (!(await exists(script.src))) return onGone();
    const error = new Event("error");
    released.add(error);
    script.dispatchEvent(error);
  };
  // The first listener on the way of the event.
  window.addEventListener("error", hold, true);
  return () => window.removeEventListener("error", hold, true);
}

/** Resolves once the server answers. */
async function exists(file: string): Promise<boolean> {
  for (;;) {
    const answer = await fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.ok) return true;
    if (answer?.status === 404) return false;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}
