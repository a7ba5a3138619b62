/** Loads the code of an opened entry, which the first load of the page leaves out. */
export const loadDetails = () => import("./audit-details").then((made) => made.AuditDetails);
