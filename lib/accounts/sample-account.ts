/** Account of all sample data, and of nothing else. */
export const sampleAccount = {
  id: "01995a3b-1e00-7000-8000-5a3b1e5a3b1e",
  name: "Sample data",
} as const;
