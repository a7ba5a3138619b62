import { CommanderError } from "commander";

/** Wrong arguments of a command: exit code 2. */
export class WrongUsage extends CommanderError {
  constructor(message: string) {
    super(2, "postback.usage", message);
  }
}
