/** Key of one bin in the query cache. The breadcrumb of every page reads it, without the queries. */
export function binKey(id: string) {
  return ["inbox", "bin", id] as const;
}
