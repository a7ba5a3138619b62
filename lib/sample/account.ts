/** Everything of the sample data belongs to this account, and nothing else does: that is its mark. */
export const sampleAccount = {
  id: "01995a3b-1e00-7000-8000-5a3b1e5a3b1e",
  name: "Sample data",
} as const;
