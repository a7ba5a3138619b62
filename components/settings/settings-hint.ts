export const settingsHint =
  "What is yours, what is this browser’s, and what holds for the installation.";
