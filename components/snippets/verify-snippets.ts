import { verifyInGo } from "./verify-in-go";
import { verifyInNode } from "./verify-in-node";
import { verifyInPhp } from "./verify-in-php";
import { verifyInPython } from "./verify-in-python";
import { verifyInRuby } from "./verify-in-ruby";

export type Language = "javascript" | "python" | "go" | "ruby" | "php";

/** How receivers check a signature, in the languages that receivers are written in. */
export const verifySnippets = [
  { name: "Node", language: "javascript", code: verifyInNode },
  { name: "Python", language: "python", code: verifyInPython },
  { name: "Go", language: "go", code: verifyInGo },
  { name: "Ruby", language: "ruby", code: verifyInRuby },
  { name: "PHP", language: "php", code: verifyInPhp },
] as const satisfies readonly { name: string; language: Language; code: string }[];
