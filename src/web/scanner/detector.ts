/** The symbologies of labels, as browsers name them. */
export const FORMATS = ["code_128", "qr_code", "data_matrix", "ean_13", "ean_8", "code_39"] as const;

/** Finds codes in a picture. */
export interface Detector {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Returns the browser's detector if it supports all formats. Otherwise loads the one from the server. */
export async function newDetector(): Promise<Detector> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector !== undefined) {
    const known = await BarcodeDetector.getSupportedFormats();
    if (FORMATS.every((format) => known.includes(format)))
      return new BarcodeDetector({ formats: [...FORMATS] });
  }
  const { newServerDetector } = await import("./server-detector.ts");
  return newServerDetector();
}

// A code counts as new again after this time out of view. Shorter gaps come from shaking and blur.
const AWAY_MS = 1500;

/** Returns a filter for the codes that are new in the picture. */
export function newCodeFilter(): (codes: readonly string[], at: number) => readonly string[] {
  const lastSeen = new Map<string, number>();
  return (codes, at) => {
    const added = [...new Set(codes)].filter((code) => at - (lastSeen.get(code) ?? -AWAY_MS) >= AWAY_MS);
    for (const code of codes) lastSeen.set(code, at);
    return added;
  };
}
