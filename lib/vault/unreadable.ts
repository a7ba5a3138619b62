import { Problem } from "@/lib/protocol/problem";

/** Something encrypted that cannot be decrypted. The message says why, and never what. */
export class Unreadable extends Problem {
  constructor(reason: string) {
    super(40900, `A secret or header cannot be decrypted: ${reason}.`);
  }
}
