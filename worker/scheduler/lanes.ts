import { Lane } from "./lane";

export type Lanes = { normal: Lane; retries: Lane; slow: Lane };

/** Returns the lanes: the slow lane has a quarter of the slots to itself; retries may use half of the others. Not measured. */
export function lanesOf(concurrency: number): Lanes {
  const slow = Math.max(1, Math.floor(concurrency / 4));
  const normal = new Lane(0, Math.max(1, concurrency - slow));
  const retries = new Lane(2, Math.max(1, Math.ceil(normal.slots / 2)), normal);
  return { normal, retries, slow: new Lane(1, slow) };
}
