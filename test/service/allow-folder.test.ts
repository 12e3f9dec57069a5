import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SYSTEM_FOLDERS } from "../../src/ops/backup/targets/system-folders.ts";
import { allowFolder } from "../../src/ops/installer/allow.ts";
import { RootMachine } from "./root-machine.ts";

// test/install/operating.sh allows folders on an installed server.

function prepare() {
  const machine = new RootMachine({ setpriv: () => ({}) });
  const units = () => readdirSync(machine.places.units);
  return { machine, root: machine.root, units, run: (...args: string[]) => allowFolder(machine, args) };
}

test.each(["/", "/var", "/opt", ...SYSTEM_FOLDERS, "/etc/ssl", "/var/lib/postgresql"])(
  "%s is refused as in the server, and nothing is written",
  async (folder) => {
    const { run, units } = prepare();
    await expect(run(folder)).rejects.toThrow("belongs to the system");
    expect(units()).toEqual([]);
  },
);

test.each(["/home", "/home/ada/copies"])("%s, which the service does not see, is refused", async (folder) => {
  const { run, units } = prepare();
  await expect(run(folder)).rejects.toThrow("which the service does not see");
  expect(units()).toEqual([]);
});

test("a link to a folder of the system is refused", async () => {
  const { root, run, units } = prepare();
  symlinkSync("/etc", join(root, "link"));
  for (const path of ["link", "link/ssl"])
    await expect(run(join(root, path))).rejects.toThrow("belongs to the system");
  expect(units()).toEqual([]);
});

test("another folder is allowed, also one whose name begins as a folder of the system, and taken back", async () => {
  const { machine, root, run, units } = prepare();
  const folder = join(root, "etc-copies");
  mkdirSync(folder);
  await run(folder);
  expect(units()).toEqual(["tallybox.service.d"]);
  expect(machine.said.at(-1)).toBe(`The server may write into: ${folder} (and its data folder)`);
  await run("--remove", folder);
  expect(units()).toEqual([]);
  expect(existsSync(folder)).toBe(true);
});

test("folders whose paths differ only in a separator are allowed and taken back each by itself", async () => {
  const { machine, root, run, units } = prepare();
  const [first, second, third] = ["nas/copies", "nas_copies", "nas copies"].map((name) => join(root, name));
  for (const folder of [first, second, third]) mkdirSync(folder ?? "", { recursive: true });
  const listed = async () => {
    const before = machine.said.length;
    await run();
    return machine.said.slice(before).sort();
  };
  await run(first ?? "");
  await expect(run("--remove", second ?? "")).rejects.toThrow("is not allowed");
  await run(second ?? "");
  await run(second ?? "");
  await run(third ?? "");
  expect(await listed()).toEqual([third, first, second]);
  await run("--remove", first ?? "");
  expect(await listed()).toEqual([third, second]);
  await run("--remove", second ?? "");
  await run("--remove", third ?? "");
  expect(units()).toEqual([]);
});
