import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { isSystemFolder } from "../backup/targets/system-folders.ts";
import { InstallerError, type Machine } from "./machine.ts";

/** What the unit of the service may be allowed beyond its own settings, each in a file of its own beside it. */
interface Permission {
  readonly script: "allow-address" | "allow-folder";
  /** What is allowed, in the usage. */
  readonly usage: string;
  /** The beginning of a file's name. */
  readonly prefix: string;
  /** The line of the unit, and what it names. */
  readonly line: (value: string) => string;
  readonly pattern: RegExp;
  readonly isValid: (value: string) => boolean;
  /** Throws InstallerError for a value that is not allowed. */
  readonly assertAllowed: (machine: Machine, value: string) => Promise<void> | void;
  /** What the value needs beside the line. */
  readonly prepare?: (machine: Machine, value: string) => Promise<void>;
  readonly result: (all: string) => string;
}

/**
 * One more address or network outside the private ranges that the service may connect to, for example that of the head office.
 * systemd also has words for whole ranges ("any"), which must not be allowed by accident.
 */
const ADDRESS: Permission = {
  script: "allow-address",
  usage: "ADDRESS, for example 203.0.113.7, 203.0.113.0/29 or 2001:db8::7",
  prefix: "allow-",
  line: (address) => `IPAddressAllow=${address}`,
  pattern: /^IPAddressAllow=(.*)$/gm,
  isValid: (text) => /^[0-9A-Fa-f.:]+(?:\/\d{1,3})?$/.test(text) && isIP(text.replace(/\/.*/, "")) !== 0,
  assertAllowed(_, address) {
    if (address.endsWith("/0") || address === "0.0.0.0" || address === "::")
      throw new InstallerError(`${address} would allow every address. Name the one that is needed.`);
  },
  result: (all) => `The server may connect to: ${all}(and the private networks)`,
};

/** What ProtectHome= of the unit hides beside /root; no other line can show a part of it. */
const HIDDEN = /^\/home(\/|$)/;

/** One more folder that the service may write into, for example of another disk or a mounted network drive, for backups. */
const FOLDER: Permission = {
  script: "allow-folder",
  usage: "FOLDER, an absolute path such as /mnt/nas/tallybox",
  prefix: "folder-",
  // "-": the service starts also while the drive is missing.
  line: (folder) => `ReadWritePaths="-${folder}"`,
  pattern: /^ReadWritePaths="-(.*)"$/gm,
  // systemd reads quotes, backslashes and % in the path.
  isValid: (text) => /^(?:\/[A-Za-z0-9._@+ -]+)+$/.test(text) && !/(?:^|\/)\.\.?(?:\/|$)/.test(text),
  async assertAllowed(machine, folder) {
    // What links lead to counts.
    const real = await machine.read("readlink", "-m", folder);
    if (HIDDEN.test(real))
      throw new InstallerError(
        `${folder} is in /home, which the service does not see. Name a folder below /mnt, /media or /srv.`,
      );
    if (isSystemFolder(real))
      throw new InstallerError(
        `${folder} belongs to the system. Name a folder of another disk or a network drive.`,
      );
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new InstallerError(`${folder} does not exist. Mount the drive and create the folder first.`);
  },
  async prepare(machine, folder) {
    const asService = ["--reuid", "tallybox", "--regid", "tallybox", "--clear-groups"];
    if ((await machine.start("setpriv", [...asService, "test", "-w", folder])).status === 0) return;
    if ((await machine.start("chown", ["tallybox:tallybox", folder])).status === 0) return;
    // Drives of Windows servers have no owners: there the mount's option uid=tallybox does the same.
    machine.say(
      `The user tallybox can't write into ${folder}: mount the drive with uid=tallybox, or change its owner.`,
    );
  },
  result: (all) => `The server may write into: ${all}(and its data folder)`,
};

/** `allow-address [[--remove] ADDRESS]`: allows an address, takes it back, or lists them. */
export function allowAddress(machine: Machine, args: readonly string[]): Promise<void> {
  return change(machine, ADDRESS, args);
}

/** `allow-folder [[--remove] FOLDER]`: allows a folder, takes it back, or lists them. */
export function allowFolder(machine: Machine, args: readonly string[]): Promise<void> {
  return change(
    machine,
    FOLDER,
    args.map((word) => (word.length > 1 ? word.replace(/\/$/, "") : word)),
  );
}

async function change(machine: Machine, permission: Permission, args: readonly string[]): Promise<void> {
  const { release, units } = machine.places;
  const folder = join(units, "tallybox.service.d");
  const list = () => filesOf(folder, permission).flatMap((file) => valuesIn(file, permission));
  if (args.length === 0) {
    for (const value of list()) machine.say(value);
    return;
  }
  const isRemoved = args[0] === "--remove";
  const [value = "", ...others] = isRemoved ? args.slice(1) : args;
  const script = join(release, "scripts", permission.script);
  if (others.length > 0 || !(value === "/" || permission.isValid(value)))
    throw new InstallerError(`Usage: ${script} [--remove] ${permission.usage}`);
  machine.assertRoot(`${script} ${args.join(" ")}`);
  const present = filesOf(folder, permission).find((file) => valuesIn(file, permission).includes(value));
  if (isRemoved) {
    if (present === undefined) throw new InstallerError(`${value} is not allowed.`);
    rmSync(present);
    if (globSync(join(folder, "*")).length === 0) rmdirSync(folder);
  } else {
    await permission.assertAllowed(machine, value);
    mkdirSync(folder, { recursive: true });
    const text = `# Written by scripts/${permission.script}.\n[Service]\n${permission.line(value)}\n`;
    const file = present ?? freeFile(join(folder, permission.prefix + fileName(value)));
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    await permission.prepare?.(machine, value);
  }
  await machine.run("systemctl", "daemon-reload");
  await machine.run("systemctl", "try-restart", "tallybox");
  machine.say(
    permission.result(
      list()
        .map((one) => `${one} `)
        .join(""),
    ),
  );
}

function filesOf(folder: string, { prefix }: Permission): string[] {
  return globSync(join(folder, `${prefix}*.conf`)).sort();
}

function valuesIn(file: string, { pattern }: Permission): string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, value = ""]) => value);
}

/** A file that does not exist. Different values may have the same name. */
function freeFile(path: string): string {
  for (let number = 1; ; number++) {
    const file = `${path}${number === 1 ? "" : `-${number}`}.conf`;
    if (!existsSync(file)) return file;
  }
}

/** A value as a part of a file name. */
function fileName(value: string): string {
  return value.startsWith("/")
    ? value.replaceAll(/[/ ]/g, "_")
    : value.replaceAll("/", "_").replaceAll(":", "-");
}
