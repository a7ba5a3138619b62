import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cache, cached, hasProgram, run } from "../tools";

export type Architecture = "amd64" | "arm64";
/** Architecture of this machine, which builds. */
export const ownArchitecture: Architecture = process.arch === "arm64" ? "arm64" : "amd64";

/** Versions of the base images that the tests make from packages, for want of an image registry. */
const node = "24";
const npm = "11";
const suite = "trixie";
/** Left out of Debian's slim images as well. */
const documentation = ["doc", "man", "info", "locale", "groff", "lintian", "linda"];

const storage = [
  ...["--storage-driver", "vfs", "--root", path.join(cache, "images")],
  ...["--runroot", path.join(cache, "images-run")],
];

const buildah = (...args: string[]) => run("buildah", [...storage, ...args]).trim();

/**
 * Builds the image of this clone with base images made from Debian's and npm's packages. Returns its name. For another
 * architecture than that of this machine, only the base images need emulation.
 */
export function buildImage(architecture: Architecture): string {
  const missing = ["buildah", "mmdebstrap"].filter((program) => !hasProgram(program));
  if (missing.length > 0) throw new Error(`Install ${missing.join(" and ")}.`);
  const name = `localhost/postback-test-${architecture}`;
  const values = {
    BASE_IMAGE: baseImage("base", [architecture], makeDebian),
    NODE_IMAGE: baseImage("node", [...new Set([ownArchitecture, architecture])], makeNode),
    COMMIT: "0000000",
    // Older versions of buildah do not set it.
    BUILDPLATFORM: `linux/${ownArchitecture}`,
  };
  const settings = Object.entries(values).flatMap((pair) => ["--build-arg", pair.join("=")]);
  buildah(
    ...["build", "--pull-never", "--isolation", "chroot", "--network", "host"],
    ...["--format", "docker", "--platform", `linux/${architecture}`],
    ...[...settings, "--tag", name, "."],
  );
  return name;
}

type Make = (architecture: Architecture) => string;

/** Returns the name of a list of images, one for each architecture, as registries have. */
function baseImage(name: string, architectures: Architecture[], make: Make): string {
  const list = `localhost/postback-test-${name}-for-${architectures.join("-")}`;
  if (exists(list)) return list;
  const images = architectures.map((each) => importImage(name, each, make));
  buildah("manifest", "create", list);
  for (const image of images) buildah("manifest", "add", list, image);
  return list;
}

const exists = (image: string) =>
  buildah("images", "--quiet", "--filter", `reference=${image}`) !== "";

function importImage(name: string, architecture: Architecture, make: Make): string {
  const image = `localhost/postback-test-${name}-${architecture}`;
  if (exists(image)) return image;
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, make(architecture), "/");
  buildah("config", "--arch", architecture, container);
  buildah("commit", "--quiet", "--format", "docker", container, image);
  buildah("rm", container);
  return image;
}

/** Returns a folder with Debian's essential packages, as in its slim image. */
function makeDebian(architecture: Architecture): string {
  const folder = cached(`debian-${suite}-${architecture}`, (target) => {
    const excluded = documentation.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const options = ["--mode=root", "--variant=minbase", `--architectures=${architecture}`];
    run("mmdebstrap", [...options, ...excluded, suite, path.join(target, "root.tar")]);
    mkdirSync(path.join(target, "root"));
    run("tar", ["-xf", path.join(target, "root.tar"), "-C", path.join(target, "root")]);
  });
  return path.join(folder, "root");
}

/** Returns a folder with Debian, Node and npm, where the image of Node has them. */
function makeNode(architecture: Architecture): string {
  const folder = cached(`node-${node}-${architecture}`, (target) => {
    const root = path.join(target, "root");
    run("cp", ["-a", makeDebian(architecture), root]);
    const program = `node-linux-${architecture === "amd64" ? "x64" : architecture}`;
    const packages = [`${program}@${node}`, `npm@${npm}`];
    run("npm", ["install", "--prefix", target, "--ignore-scripts", "--force", ...packages]);
    const modules = path.join(target, "node_modules");
    const local = path.join(root, "usr/local");
    cpSync(path.join(modules, program, "bin/node"), path.join(local, "bin/node"));
    cpSync(path.join(modules, "npm"), path.join(local, "lib/node_modules/npm"), {
      recursive: true,
    });
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
    run("chroot", [root, "useradd", "--uid", "1000", "--user-group", "--create-home", "node"]);
    trustSameAuthorities(root, local);
  });
  return path.join(folder, "root");
}

/** Lets npm in the image trust what this machine trusts, for registries behind a proxy of their own. */
function trustSameAuthorities(root: string, local: string): void {
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (!authorities || !existsSync(authorities)) return;
  cpSync(authorities, path.join(root, "etc/authorities.pem"));
  mkdirSync(path.join(local, "etc"), { recursive: true });
  writeFileSync(path.join(local, "etc/npmrc"), "cafile=/etc/authorities.pem\n");
}

/** Writes an image to a file that a Docker engine can load. */
export function saveImage(image: string, file: string, name: string): void {
  buildah("push", "--quiet", image, `docker-archive:${file}:${name}`);
}

type Configuration = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Labels: Record<string, string>;
  Healthcheck: { Test: string[] };
};

/** Mounts the files of an image. `close` unmounts and removes them. */
export function openImage(image: string) {
  const container = buildah("from", image);
  const { Docker } = JSON.parse(buildah("inspect", container));
  return {
    root: buildah("mount", container),
    configuration: Docker.config as Configuration,
    close: () => buildah("rm", container),
  };
}

/**
 * Returns the command that runs a program in these files as a container runtime would with `--read-only --tmpfs /tmp
 * --tmpfs /data`: as the user of the image, without capabilities. Signals reach the program itself.
 */
export function containerCommand(root: string, user: string, program: string[]): string[] {
  const [uid = "", gid = ""] = user.split(":");
  const script = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'for folder in tmp data; do mount -t tmpfs -o mode=1777 tmpfs "$0/$folder"; done',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'cd "$0/data"',
    `exec chroot "$0" setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
  ];
  return ["unshare", "--mount", "sh", "-ec", script.join("\n"), root, ...program];
}
