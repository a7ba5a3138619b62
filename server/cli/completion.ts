import type { Command } from "commander";
import { WrongUsage } from "./wrong-usage";

/** A command with its path below `postback`, and the words that may follow it. */
type Place = { path: string; words: { name: string; description: string }[] };

const writers: Record<string, (places: Place[]) => string> = { bash, zsh, fish };
export const shells = Object.keys(writers);

/**
 * Returns a script that completes commands and options.
 * @throws WrongUsage for an unknown shell
 */
export function completionOf(root: Command, shell: string): string {
  const write = writers[shell];
  if (!write) throw new WrongUsage(`Unknown shell: ${shell}. Choose from ${shells.join(", ")}.`);
  return write(placesOf(root));
}

function placesOf(command: Command, path: string[] = []): Place[] {
  const options = command.options.map(({ long, description }) => ({
    name: long ?? "",
    description,
  }));
  const commands = command.commands.map((below) => ({
    name: below.name(),
    description: below.description(),
  }));
  const place = {
    path: path.join(" "),
    words: [...commands, ...options, { name: "--help", description: "print the options" }],
  };
  const below = command.commands.flatMap((one) => placesOf(one, [...path, one.name()]));
  return [place, ...below];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Paths of the commands. */
const pathsOf = (places: Place[]) => places.map(({ path }) => path).filter((path) => path !== "");

/** Finds the command that the words before the cursor name. Options, their values and arguments lead nowhere. */
const pathLoop = (words: string, places: Place[]) => `  local word place=""
  for word in ${words}; do
    case "\${place:+$place }$word" in
      ${pathsOf(places).map(quoted).join(" | ")}) place="\${place:+$place }$word" ;;
    esac
  done`;

function bash(places: Place[]): string {
  const cases = places.map(({ path, words }) => {
    const names = words.map(({ name }) => name).join(" ");
    return `    ${quoted(path)}) words=${quoted(names)} ;;`;
  });
  return `# Completion of postback for bash
_postback() {
${pathLoop(`"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`, places)}
  local words=""
  case "$place" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _postback postback`;
}

function zsh(places: Place[]): string {
  const cases = places.map(({ path, words }) => {
    const entries = words.map(({ name, description }) =>
      quoted(`${name}:${description.replaceAll(":", "\\:")}`),
    );
    return `    ${quoted(path)}) entries=(${entries.join(" ")}) ;;`;
  });
  return `#compdef postback
# Completion of postback for zsh
_postback() {
${pathLoop(`"\${(@)words[2,CURRENT-1]}"`, places)}
  local -a entries
  case "$place" in
${cases.join("\n")}
    *) _files; return ;;
  esac
  _describe 'postback' entries || _files
}
compdef _postback postback`;
}

function fish(places: Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ name, description }) => {
      const word = name.startsWith("--") ? `-l ${name.slice(2)}` : `-f -a ${quoted(name)}`;
      return `complete -c postback -n ${quoted(`__postback_at '${path}'`)} ${word} -d ${quoted(description)}`;
    }),
  );
  return `# Completion of postback for fish
function __postback_at
  set -l words (commandline -opc)
  set -e words[1]
  set -l place
  for word in $words
    set -l longer (string join -- ' ' $place $word)
    contains -- $longer ${pathsOf(places).map(quoted).join(" ")}; and set place $longer
  end
  test "$place" = "$argv[1]"
end
${lines.join("\n")}`;
}
