/** Options of a number field that may be empty: its value is null then. */
export const optionalNumber = {
  setValueAs: (text: unknown) => (text === "" || text === null ? null : Number(text)),
};
