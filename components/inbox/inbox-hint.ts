export const inboxHint = "Receivers inside Postback, for trying things out.";
