/**
 * Keeps the height of the page's header in `--header`, for what sticks below it. With large text the header has several lines.
 *
 * @returns a function that ends this.
 */
export function followHeader(): () => void {
  const header = document.querySelector<HTMLElement>("body header");
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--header", `${header?.offsetHeight}px`);
  });
  if (header) observer.observe(header);
  return () => observer.disconnect();
}
