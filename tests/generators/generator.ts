/** Environment of one generator: its own folder, the document, and the running product. */
export type Workspace = {
  /** An empty folder. */
  dir: string;
  /** The OpenAPI document, as a file. */
  document: string;
  /** Runs a program in `dir`, or in a folder below it. @throws Error with the end of its output */
  run(command: string, args: string[], options?: { in?: string }): Promise<string>;
  write(file: string, text: string): Promise<void>;
};

export type Tool = "node" | "python" | "go" | "java";

/** A generator or a linter, and its check. */
export type Generator = {
  name: string;
  tool: Tool;
  /** Resolves when it passes. A client prints its `Calls` as the last line of output. */
  run(workspace: Workspace): Promise<string | undefined>;
};

/** Results of the three calls of a generated client. */
export type Calls = {
  webhook: string;
  /** Ids of the events that were published. */
  events: string[];
  /** Ids of the events whose deliveries were listed, page by page. */
  listed: string[];
};
