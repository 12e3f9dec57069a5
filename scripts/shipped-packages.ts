import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { ShippedPackage } from "../src/domain/shipped-package.ts";

// The third-party packages that ship: those of the server, by the lock file, and those in the client.

/** An entry of the lock file, with the properties that are read. */
interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
}
type Lock = Readonly<Record<string, LockEntry>>;

/** The supported processors (scripts/bundle.sh). */
const PROCESSORS = ["x64", "arm64"] as const;
/** `LICENSE`, `license.md`, `NOTICE`, `COPYING.txt`, `swagger-ui-bundle.js.LICENSE.txt`. */
const TEXT_FILE = /(^|\.)(licen[cs]e|copying|notice)([.-]|$)/i;
const FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** A build plugin that adds the folder (`node_modules/…`) of each used package to `folders`. */
export function collectPackages(root: string, folders: Set<string>): Plugin {
  const collect = (file: string) => {
    const folder = FOLDER.exec(file.replaceAll("\\", "/").slice(file.indexOf("node_modules")))?.[0];
    if (folder !== undefined && existsSync(join(root, folder, "package.json"))) folders.add(folder);
  };
  return {
    name: "collect-packages",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        for (const file of part.type === "chunk" ? part.moduleIds : part.originalFileNames) {
          if (file.includes("node_modules/")) collect(file);
        }
      }
    },
  };
}

/**
 * The packages that ship, by name and version, each with the text of its licence. The result is the same on every machine: a
 * package for the other processor, which is not installed, gets the text of its counterpart.
 */
export function shippedPackages(root: string, clientFolders: ReadonlySet<string>): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Lock;
  };
  const named = new Map<string, ShippedPackage>();
  for (const [folder, entry] of Object.entries(packages)) {
    if (folder === "" || !(clientFolders.has(folder) || isInServer(root, folder, entry))) continue;
    const shipped = packageOf(root, folder, entry);
    named.set(`${shipped.name} ${shipped.version}`, shipped);
  }
  const font = interFont(root);
  named.set(`${font.name} ${font.version}`, font);
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped);
}

/** The console's font, whose files are in the sources: no package has them as they ship. */
function interFont(root: string): ShippedPackage {
  const text = readFileSync(join(root, "src/web/ui/fonts/LICENSE"), "utf8").trim();
  return { name: "Inter", version: "4.001", licence: "OFL-1.1", text };
}

function isInServer(root: string, folder: string, { dev, os, cpu, libc }: LockEntry): boolean {
  if (dev) return false;
  if (os === undefined && cpu === undefined) return existsSync(join(root, folder));
  const isLinux = os !== undefined && [os].flat().includes("linux");
  const isSupported = PROCESSORS.some((processor) => cpu !== undefined && [cpu].flat().includes(processor));
  return isLinux && isSupported && (libc === undefined || libc.includes("glibc"));
}

function packageOf(root: string, folder: string, { version, license }: LockEntry): ShippedPackage {
  const installed = PROCESSORS.map((processor) => folder.replace(/-(x64|arm64)$/, `-${processor}`)).find(
    (path) => existsSync(join(root, path, "package.json")),
  );
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return {
    name,
    version,
    licence: license ?? null,
    text: installed === undefined ? null : licenceText(join(root, installed)),
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
