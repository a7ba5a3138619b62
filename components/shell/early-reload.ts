/**
 * Script of a page that loads itself again if code of it did not arrive: while the web processes are replaced by those of another
 * release, one may send the document and another one not have its files. Such a page shows its content but does not react. Reloads
 * after 1, 2 and 4 s, and only while the server answers. Code that is missing later is a matter of `hold-script-errors.ts`.
 */
export const earlyReload = `{
  const key = "early-reloads";
  let isLost = false;
  addEventListener("error", ({ target }) => {
    const file = target.src ?? target.href;
    if (isLost || document.readyState === "complete" || !file?.includes("/_next/static/")) return;
    isLost = true;
    const before = Number(sessionStorage.getItem(key));
    const again = () => {
      sessionStorage.setItem(key, before + 1);
      location.reload();
    };
    if (before < 3)
      fetch(file, { method: "HEAD", cache: "no-store" }).then(() => setTimeout(again, 1000 * 2 ** before), () => {});
  }, true);
  addEventListener("load", () => isLost || sessionStorage.removeItem(key));
}`.replaceAll(/\n\s*/g, "");
