const fields = "button:not([disabled]), input:not([disabled]), select, textarea";

/** Starts a popover at its first control. Radix passes over links, and so would start at the button that removes the first entry. */
export function startAtFirst(event: Event): void {
  start(event, contentOf(event).querySelector<HTMLElement>(`a[href], ${fields}`));
}

/** Starts a dialog that begins with radio buttons at the chosen one. Radix would start at the first. */
export function startAtChosen(event: Event): void {
  const content = contentOf(event);
  const first = content.querySelector<HTMLElement>(fields);
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return;
  const group = content.querySelectorAll<HTMLInputElement>("input[type='radio']");
  start(event, [...group].find(({ name, checked }) => checked && name === first.name) ?? first);
}

function contentOf({ currentTarget }: Event): HTMLElement {
  return currentTarget as HTMLElement;
}

function start(event: Event, control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
  if (control && document.activeElement === control) event.preventDefault();
}
