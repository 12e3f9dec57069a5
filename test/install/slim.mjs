// slim.mjs FOLDER WHOLE REPOSITORY: makes a bundle small, because each installation and upgrade copies it and reads it several
// times. Removes what its server does not need: sources, pages, and the packages that are built into dist/server. Its Node is
// a script that runs the one of the bundle at WHOLE. Its checksums are those of the remaining files.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, whole, repository] = process.argv.slice(2);
const packages = join(folder, "node_modules");
const [, external] = /^const EXTERNAL =\s+\/\^\((.*?)\)/m.exec(
  readFileSync(join(repository, "scripts/build-server.ts"), "utf8"),
);
const needed = new Set([".bin"]);
const need = (name) => {
  const file = join(packages, name, "package.json");
  if (needed.has(name) || !existsSync(file)) return;
  needed.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
  for (const other of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) need(other);
};
for (const name of external.split("|")) need(name);

const names = readdirSync(packages).flatMap((name) =>
  name.startsWith("@") ? readdirSync(join(packages, name)).map((one) => `${name}/${one}`) : [name],
);
const unneeded = [
  "docs",
  "test",
  ...readdirSync(join(folder, "src"), { recursive: true })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${path}`),
  ...names.filter((name) => !needed.has(name)).map((name) => `node_modules/${name}`),
];
for (const path of unneeded) rmSync(join(folder, path), { recursive: true });

const NODE = "node_modules/.bin/node";
const script = `#!/bin/sh\nexec ${join(whole, NODE)} "$@"\n`;
rmSync(join(folder, NODE));
writeFileSync(join(folder, NODE), script, { mode: 0o755 });

const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").split("\n");
rmSync(join(folder, "SHA256SUMS"));
rmSync(join(folder, "SHA256SUMS.sig"));
/** The path of a line: a checksum of 64 digits, two spaces, a path. */
const pathOf = (line) => line.slice(66);
const left = sums.filter((line) => line !== "" && existsSync(join(folder, pathOf(line))));
const sumOfScript = createHash("sha256").update(script).digest("hex");
const changed = left.map((line) => (pathOf(line) === `./${NODE}` ? `${sumOfScript}  ./${NODE}` : line));
writeFileSync(join(folder, "SHA256SUMS"), `${changed.join("\n")}\n`);
