import { drawLabel } from "../../../src/printing/preview/draw.ts";
import { codesOn } from "./read-picture.ts";

/** The bar codes on a label in ZPL, as `codesOn`. */
export async function codesOnZpl(label: Buffer = Buffer.alloc(0)): Promise<string[]> {
  const { data } = await drawLabel("zpl", label);
  return codesOn(data);
}
