/**
 * `call` is the method and path that a section of the reference describes, `terms` are words that people search for and its name
 * does not have.
 */
type Section = { id: string; label: string; call?: string; terms?: string };
export type NavLink = { href: string; label: string; inner: Section[] };
export type NavPart = { title: string; links: NavLink[] };

type Place = { href: string; label: string; within: string };

/** Returns the pages and sections that contain every word, in their names, calls or terms. */
export function searchNav(parts: NavPart[], text: string): Place[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (...names: string[]) => {
    const all = names.join(" ").toLowerCase();
    return wanted.every((word) => all.includes(word));
  };
  return parts.flatMap(({ title, links }) =>
    links.flatMap(({ href, label, inner }) => [
      ...(fits(label) ? [{ href, label, within: title }] : []),
      ...inner
        .filter((section) => fits(section.label, section.call ?? "", section.terms ?? ""))
        .map((section): Place => {
          return {
            href: `${href}#${section.id}`,
            label: section.label,
            within: section.call ?? label,
          };
        }),
    ]),
  );
}
