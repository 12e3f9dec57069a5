import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { ShippedPackage } from "../src/http/static/licence-shapes.ts";

// The packages of others that ship: those of the box, by the lock file, and those that the client was built from.

/** What the lock file says of a package, as far as it is read. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
}
type Lock = Readonly<Record<string, Locked>>;

/** The box's processors (scripts/bundle.sh). */
const PROCESSORS = ["x64", "arm64"] as const;
/** `LICENSE`, `license.md`, `NOTICE`, `COPYING.txt`, `swagger-ui-bundle.js.LICENSE.txt`. */
const TEXT_FILE = /(^|\.)(licen[cs]e|copying|notice)([.-]|$)/i;
const FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** A plugin of the build that notes in `folders` which packages (`node_modules/…`) something was taken from. */
export function notePackages(root: string, folders: Set<string>): Plugin {
  const note = (file: string) => {
    const folder = FOLDER.exec(file.replaceAll("\\", "/").slice(file.indexOf("node_modules")))?.[0];
    if (folder !== undefined && existsSync(join(root, folder, "package.json"))) folders.add(folder);
  };
  return {
    name: "note-packages",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        for (const file of part.type === "chunk" ? part.moduleIds : part.originalFileNames) {
          if (file.includes("node_modules/")) note(file);
        }
      }
    },
  };
}

/**
 * The packages that ship, by name and version, each with the text of its licence. The same on every machine: a package of the
 * other processor, which is not installed here, has the text of its twin.
 */
export function shippedPackages(root: string, ofClient: ReadonlySet<string>): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Lock;
  };
  const named = new Map<string, ShippedPackage>();
  for (const [folder, locked] of Object.entries(packages)) {
    if (folder === "" || !(ofClient.has(folder) || isOfBox(root, folder, locked))) continue;
    const one = packageOf(root, folder, locked);
    named.set(`${one.name} ${one.version}`, one);
  }
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function isOfBox(root: string, folder: string, { dev, os, cpu, libc }: Locked): boolean {
  if (dev) return false;
  if (os === undefined && cpu === undefined) return existsSync(join(root, folder));
  const isLinux = os !== undefined && [os].flat().includes("linux");
  const isOurs = PROCESSORS.some((one) => cpu !== undefined && [cpu].flat().includes(one));
  return isLinux && isOurs && (libc === undefined || libc.includes("glibc"));
}

function packageOf(root: string, folder: string, { version, license }: Locked): ShippedPackage {
  const here = PROCESSORS.map((one) => folder.replace(/-(x64|arm64)$/, `-${one}`)).find((one) =>
    existsSync(join(root, one, "package.json")),
  );
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return {
    name,
    version,
    licence: license ?? null,
    text: here === undefined ? null : licenceText(join(root, here)),
  };
}

function licenceText(folder: string): string | null {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = new Set(files.map((name) => readFileSync(join(folder, name), "utf8").trim()));
  return texts.size === 0 ? null : [...texts].join("\n\n––––\n\n");
}
