import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";

/** A picture as a camera takes it, larger than the box keeps any; removed when the test ends. */
export async function aPhoto(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tallybox-photo-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "camera.jpg");
  await sharp({ create: { width: 2560, height: 1920, channels: 3, background: "#3a7" } })
    .jpeg()
    .toFile(file);
  return file;
}
