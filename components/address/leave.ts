const question = "Your changes are not saved. Leave this page?";
const forms = new Set<symbol>();

/** Marks the page as holding unsaved input until the returned function is called. */
export function markUnsaved(): () => void {
  const form = Symbol("unsaved form");
  forms.add(form);
  return () => void forms.delete(form);
}

/** Returns whether the page may be left: asks for confirmation if it holds unsaved input. */
export function mayLeave(): boolean {
  return forms.size === 0 || window.confirm(question);
}
