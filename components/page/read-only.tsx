/** Stands where a role that may change things has a button. */
export function ReadOnly() {
  return <p className="text-soft text-sm">Your role is read-only.</p>;
}
