import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";

// Backs up names of a folder into a new repository, and prints the result. Arguments: a scratch folder, the folder, the names.

const [scratch = "", folder = "", ...names] = process.argv.slice(2);
const work = join(scratch, "work");
mkdirSync(work);
const destination = { kind: "folder" as const, path: join(scratch, "repository") };
const repository = new Repository({ destination, secrets: {}, passphrase: "abcd" }, { work, cache: null });
await repository.init();
const contents = {
  host: "tallybox-a",
  folder,
  names,
  at: "2026-11-20T10:30:00.000Z",
  change: 1,
  version: "1",
  uploadKiBps: null,
};
const result = await repository.backup(contents, null, () => undefined);
process.stdout.write(`${JSON.stringify(result)}\n`);
