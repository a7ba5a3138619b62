import type { Locator } from "@playwright/test";

/** Returns the names of controls that a finger hits on less than 44 px across or down. Neighbours that overlap shorten each other. */
export function smallTargets(inside: Locator): Promise<string[]> {
  return inside.evaluate((root) => {
    // Half of 44, less what a position between two pixels costs.
    const reach = 21;
    const hits = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return control.contains(hit) || hit?.closest("label")?.control === control;
    };
    const isSmall = (control: Element) => {
      control.scrollIntoView({ block: "center" });
      // The line of a box is its target.
      const target = control.closest("label") ?? control;
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const edges = [
        [-reach, 0],
        [reach, 0],
        [0, -reach],
        [0, reach],
      ] as const;
      // One that is not hit in its middle is only for screen readers.
      return hits(control, x, y) && edges.some(([dx, dy]) => !hits(control, x + dx, y + dy));
    };
    const controls = [...root.querySelectorAll("button, summary, input, [role=option], nav a")];
    return controls
      .filter(isSmall)
      .map((each) => each.getAttribute("aria-label") ?? each.outerHTML);
  });
}
