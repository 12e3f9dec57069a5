import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";

/** Creates a JPEG larger than the server stores. Removed when the test ends. Returns its path. */
export async function createPhotoFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-photo-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "camera.jpg");
  await sharp({ create: { width: 2560, height: 1920, channels: 3, background: "#3a7" } })
    .jpeg()
    .toFile(file);
  return file;
}
