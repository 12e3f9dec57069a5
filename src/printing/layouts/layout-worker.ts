import { TransferredResult } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { packRaster, pngOf, unpackRaster } from "../raster/bitmap.ts";
import { rasterCommands } from "../raster/commands.ts";
import { assertCodes } from "./codes.ts";
import type { LayoutJob, LayoutProgram } from "./draw-layout.ts";
import { preparePictures, restoreLayout } from "./pictures.ts";
import { drawLayout, type PreparedLayout } from "./render.ts";

/** A resolution at which pictures are read quickly. */
const CHECK_DPI = 180;

async function prepare({ layout, dpi }: Pick<LayoutJob, "layout" | "dpi">): Promise<PreparedLayout> {
  return { layout, dpi, pictures: await preparePictures(layout, dpi) };
}

serveCalls<LayoutProgram>({
  load() {},
  async check(layout) {
    assertCodes(layout);
    await prepare({ layout, dpi: CHECK_DPI });
  },
  prepare,
  async draw(job) {
    const { bitmap, problems } = drawLayout(await prepare(job), job.values);
    return { data: packRaster(bitmap), problems };
  },
  drawStored({ label, values }) {
    const { bitmap, problems } = drawLayout(restoreLayout(label), values);
    return { data: packRaster(bitmap), problems };
  },
  async preview(job) {
    const { bitmap, problems } = drawLayout(await prepare(job), job.values);
    return { png: pngOf(bitmap), widthDots: bitmap.width, heightDots: bitmap.height, problems };
  },
  picture: (data) => pngOf(unpackRaster(Buffer.from(data))),
  commands({ type, data, copies }) {
    const wire = rasterCommands(type, Buffer.from(data), copies);
    // Copied: a short buffer is a part of one that others use.
    const bytes = new Uint8Array(wire.data);
    return new TransferredResult({ data: bytes, repeats: wire.repeats }, [bytes.buffer]);
  },
});
