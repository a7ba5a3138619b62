export const auditHint =
  "Who did what, and from where. Entries are never changed, and kept for good.";
