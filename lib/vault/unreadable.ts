import { Problem } from "@/lib/protocol/problem";

/** An encrypted text cannot be decrypted. The message has the reason and never the text. */
export class Unreadable extends Problem {
  constructor(reason: string) {
    super(40900, `A secret or header cannot be decrypted: ${reason}.`);
  }
}
