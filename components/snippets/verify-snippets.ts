import { verifyInGo, verifyKeyInGo } from "./verify-in-go";
import { verifyInNode, verifyKeyInNode } from "./verify-in-node";
import { verifyInPhp, verifyKeyInPhp } from "./verify-in-php";
import { verifyInPython, verifyKeyInPython } from "./verify-in-python";
import { verifyInRuby, verifyKeyInRuby } from "./verify-in-ruby";

export type Language = "javascript" | "python" | "go" | "ruby" | "php";

/** Verification code in the languages that receivers are written in: by the shared secret, or by the public key. */
export const verifySnippets = [
  { name: "Node", language: "javascript", v1: verifyInNode, v1a: verifyKeyInNode },
  { name: "Python", language: "python", v1: verifyInPython, v1a: verifyKeyInPython },
  { name: "Go", language: "go", v1: verifyInGo, v1a: verifyKeyInGo },
  { name: "Ruby", language: "ruby", v1: verifyInRuby, v1a: verifyKeyInRuby },
  { name: "PHP", language: "php", v1: verifyInPhp, v1a: verifyKeyInPhp },
] as const satisfies readonly { name: string; language: Language; v1: string; v1a: string }[];
