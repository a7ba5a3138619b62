/** Asks whether to lose unsaved input. */
type Ask = () => boolean;

const forms = new Set<Ask>();

/** Has `mayLeave` ask this, until the returned function is called. */
export function askBeforeLeaving(ask: Ask): () => void {
  forms.add(ask);
  return () => void forms.delete(ask);
}

/** Returns whether the page may be left: asks for confirmation if it holds unsaved input. */
export function mayLeave(): boolean {
  const [ask] = forms;
  return !ask || ask();
}
