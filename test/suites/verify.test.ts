import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";

const VERIFY = join(import.meta.dirname, "../../scripts/verify.ts");
const PARTS = 7;

/** A checkout with a few files, and the programs of the checks replaced by shell commands. */
function createCheckout() {
  const folder = createFolder();
  const [root, programs] = [join(folder, "root"), join(folder, "bin")];
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const file of ["src/a.ts", "src/domain/b.ts", "src/web/c.tsx", "test/web/d.test.ts", "docs/e.md"])
    write(file, "first");
  write(".gitignore", "node_modules\n");
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  mkdirSync(programs);
  const replace = (program: string, command: string) => {
    writeFileSync(join(programs, program), `#!/bin/sh\n${command}\n`);
    chmodSync(join(programs, program), 0o755);
  };
  for (const program of ["tsc", "biome", "vitest", "node"]) replace(program, "echo read $*");
  return {
    write,
    replace,
    remove: (file: string) => rmSync(join(root, file)),
    /** Runs the checks; `parts` are the names of those that ran. */
    verify(...options: string[]) {
      const { status, stdout } = spawnSync(process.execPath, [VERIFY, "--root", root, ...options], {
        env: { ...process.env, PATH: `${programs}:${process.env["PATH"]}` },
        encoding: "utf8",
      });
      const parts = Array.from(stdout.matchAll(/^(?:passed|failed): ([^:]+):/gm), ([, name]) => name);
      return { status, stdout, parts };
    },
  };
}

test("without an earlier run every part looks at everything, and the status is 0", () => {
  const { status, stdout, parts } = createCheckout().verify();
  expect(status).toBe(0);
  expect(parts).toHaveLength(PARTS);
  expect(stdout).toContain("read check --error-on-warnings --no-errors-on-unmatched .\n");
});

test("after a run that passed, a part runs where a file that it looks at was changed", () => {
  const checkout = createCheckout();
  checkout.verify();
  checkout.write("src/web/c.tsx", "second, longer");
  const { parts, stdout } = checkout.verify();
  expect(parts.toSorted()).toEqual([
    "lint",
    "structure, pages and texts",
    "types of the server and its tests",
    "types of the web client",
    "types of the web client's tests",
  ]);
  expect(stdout).toContain("read check --error-on-warnings --no-errors-on-unmatched src/web/c.tsx\n");
});

test("where nothing was changed, the tests of structure, pages and texts run all the same", () => {
  const checkout = createCheckout();
  checkout.verify();
  expect(checkout.verify().parts).toEqual(["structure, pages and texts"]);
});

test("a removed file counts as changed", () => {
  const checkout = createCheckout();
  checkout.verify();
  checkout.remove("src/domain/b.ts");
  expect(checkout.verify().parts).toContain("types of the domain alone");
});

test.each(["biome.json", "package-lock.json", "tsconfig.json", "scripts/verify.ts"])(
  "where %s was changed, every part looks at everything",
  (file) => {
    const checkout = createCheckout();
    checkout.write(file, "first");
    checkout.verify();
    checkout.write(file, "second, longer");
    expect(checkout.verify().parts).toHaveLength(PARTS);
  },
);

test("what failed is looked at again, also where nothing else was changed", () => {
  const checkout = createCheckout();
  checkout.verify();
  checkout.write("src/a.ts", "second, longer");
  checkout.replace("biome", "echo wrong here; exit 1");
  const { status, stdout } = checkout.verify();
  expect(status).toBe(1);
  expect(stdout).toMatch(/^failed: lint: .*\nwrong here\n/m);
  expect(stdout).toMatch(/\nverify failed: lint\n$/);
  checkout.replace("biome", "true");
  expect(checkout.verify().parts).toContain("lint");
});

test("--all looks at everything", () => {
  const checkout = createCheckout();
  checkout.verify();
  expect(checkout.verify("--all").parts).toHaveLength(PARTS);
});

test("the compiler fails for one part: it is named with its output, the others run, and the status is 1", () => {
  const checkout = createCheckout();
  checkout.replace("tsc", '[ "$2" != src/web ] || { echo wrong here; exit 2; }');
  const { status, stdout, parts } = checkout.verify();
  expect(status).toBe(1);
  expect(parts).toHaveLength(PARTS);
  expect(stdout).toContain("failed: types of the web client: tsc -p src/web\nwrong here\n");
  expect(stdout).toMatch(/\nverify failed: types of the web client\n$/);
});

test("a part that is killed fails", () => {
  const checkout = createCheckout();
  checkout.replace("biome", "kill -9 $$");
  const { status, stdout } = checkout.verify();
  expect(status).toBe(1);
  expect(stdout).toMatch(/\nverify failed: lint\n$/);
});
