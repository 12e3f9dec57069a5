import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const PICTURES = join(import.meta.dirname, "pictures");
/** A channel may differ by so much, of 255: edges are smoothed differently on other machines. */
const CHANNEL = 48;

/**
 * Compares a screenshot with the committed picture of this name, and returns the part of its pixels that differ (1: another size).
 * Where there is none, or with UPDATE_PICTURES=1, stores the screenshot and returns 0.
 */
export async function differenceTo(name: string, screenshot: Buffer): Promise<number> {
  const file = join(PICTURES, `${name}.png`);
  if (!existsSync(file) || process.env["UPDATE_PICTURES"]) {
    writeFileSync(file, await sharp(screenshot).png({ palette: true, colours: 64, effort: 10 }).toBuffer());
    return 0;
  }
  const [now, then] = await Promise.all([pixelsOf(screenshot), pixelsOf(readFileSync(file))]);
  if (now.info.width !== then.info.width || now.info.height !== then.info.height) return 1;
  let differing = 0;
  for (let at = 0; at < now.data.length; at += 3) {
    const channels = [at, at + 1, at + 2];
    if (channels.some((one) => Math.abs((now.data[one] ?? 0) - (then.data[one] ?? 0)) > CHANNEL)) differing++;
  }
  return differing / (now.data.length / 3);
}

const pixelsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
