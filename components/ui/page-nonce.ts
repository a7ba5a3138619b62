import { setNonce } from "get-nonce";

// While a dialog is open radix adds a stylesheet that keeps the page behind from scrolling; it needs the page's nonce.
if (typeof document !== "undefined") {
  setNonce(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");
}
