import localFont from "next/font/local";

/**
 * Geist, variable, from `@fontsource-variable/geist` 5.3.0 (SIL Open Font License, see `LICENSE`). Every page loads the
 * 29 kB of the Latin subset at once, and the 17 kB of the extended one only to show a letter of it. Next adds a
 * fallback with the metrics of Geist, so that nothing moves when the font arrives.
 */
const geist = localFont({
  src: "./geist-latin.woff2",
  variable: "--font-geist",
  weight: "100 900",
  display: "swap",
});

/** Precedes the Latin subset, whose fallback would take its letters otherwise. */
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
