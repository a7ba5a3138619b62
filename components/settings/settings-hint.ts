export const settingsHint = "Yours alone: for you, and for this browser.";
