import localFont from "next/font/local";

/**
 * Geist, variable, from `@fontsource-variable/geist` 5.3.0 (SIL Open Font License, see `LICENSE`). Every page
 * preloads the Latin subset (29 kB). The browser loads extended Latin (17 kB) when the page has one of its letters. Next
 * adds a fallback font with the metrics of Geist, so the layout does not shift when Geist arrives.
 */
const geist = localFont({
  src: "./geist-latin.woff2",
  variable: "--font-geist",
  weight: "100 900",
  display: "swap",
});

/** Comes first in the font stack: the fallback of the Latin subset has these letters too. */
const geistExtended = localFont({
  src: "./geist-latin-ext.woff2",
  variable: "--font-geist-extended",
  weight: "100 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** Class that declares both subsets; `globals.css` puts them in order. */
export const fonts = `${geistExtended.variable} ${geist.variable}`;
