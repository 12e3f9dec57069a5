import { serveCalls } from "../../platform/workers/server.ts";
import type { PreviewProgram } from "./draw.ts";
import { pictureOf, renderedBytes } from "./picture.ts";
import { limitWasmMemory } from "./wasm-memory.ts";
import type { Drawing } from "./zpl-label.ts";

/** Enough for letters 400 dots high. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;

limitWasmMemory(MAX_MEMORY_BYTES);
// Loaded after the limit is set: the module starts itself on import.
const { getApi } = await import("zpl-renderer-js");
const renderer = await getApi();

const blank = "^XA^FO0,0^FD ^FS^XZ";

/** Draws ZPL. A format that prints nothing gives empty paper. */
async function png(drawing: Drawing): Promise<Buffer> {
  try {
    return await drawn(drawing);
  } catch (error) {
    if (error instanceof Error && error.message === "No labels parsed")
      return drawn({ ...drawing, zpl: blank });
    throw error;
  }
}

async function drawn({ zpl, widthMm, heightMm, dotsPerMm }: Drawing): Promise<Buffer> {
  return Buffer.from(await renderer.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm), "base64");
}

serveCalls<PreviewProgram>({
  load() {},
  draw: ({ type, label, size }) => pictureOf(type, renderedBytes(type, label), size, png),
});
