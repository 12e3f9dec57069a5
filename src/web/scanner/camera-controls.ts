import { signal } from "@preact/signals";

// Torch and zoom of a camera track (W3C Image Capture), which the DOM types lack.
interface Capabilities extends MediaTrackCapabilities {
  readonly torch?: boolean;
  readonly zoom?: { readonly min: number; readonly max: number; readonly step?: number };
}

/** A zoom level: its factor relative to the widest view, and the camera's value for it. */
export interface ZoomLevel {
  readonly factor: number;
  readonly value: number;
}

/** The supported controls of a camera. */
interface CameraControls {
  readonly hasTorch: boolean;
  /** The widest first; empty: no zoom. */
  readonly zoomLevels: readonly ZoomLevel[];
}

/** Current torch and zoom. */
export interface CameraSettings {
  readonly isTorchOn: boolean;
  readonly zoomFactor: number;
}

/** The settings of a camera when it starts. */
export const INITIAL_SETTINGS: CameraSettings = { isTorchOn: false, zoomFactor: 1 };

/** The last chosen settings, kept until the page is closed. */
export const chosenSettings = signal(INITIAL_SETTINGS);

const FACTORS = [1, 1.5, 2, 3, 4, 6, 8];

/** The zoom levels within a range; none for a range that does not start above 0. */
export function zoomLevels({ min, max, step = 0 }: NonNullable<Capabilities["zoom"]>): readonly ZoomLevel[] {
  if (!(min > 0)) return [];
  const rounded = (value: number) => (step > 0 ? min + Math.round((value - min) / step) * step : value);
  const values = FACTORS.map((factor) => rounded(factor * min)).filter((value) => value <= max);
  const levels = Array.from(new Set(values), (value) => ({ factor: value / min, value }));
  return levels.length > 1 ? levels : [];
}

/** The supported controls of a stream. */
export function controlsOf(stream: MediaStream): CameraControls {
  const [track] = stream.getVideoTracks();
  const capabilities: Capabilities =
    track !== undefined && "getCapabilities" in track ? track.getCapabilities() : {};
  return {
    hasTorch: capabilities.torch === true,
    zoomLevels: capabilities.zoom === undefined ? [] : zoomLevels(capabilities.zoom),
  };
}

const torchStreams = new WeakSet<MediaStream>();

/** Applies the settings. Throws when the camera rejects them. */
export async function applySettings(
  stream: MediaStream,
  { hasTorch, zoomLevels: levels }: CameraControls,
  { isTorchOn, zoomFactor }: CameraSettings,
): Promise<void> {
  const level = levels.find(({ factor }) => factor === zoomFactor);
  // Both at once: a browser may reset earlier constraints.
  await constrain(stream, {
    ...(hasTorch && { torch: isTorchOn }),
    ...(level !== undefined && { zoom: level.value }),
  });
  if (isTorchOn) torchStreams.add(stream);
  else torchStreams.delete(stream);
}

/** Switches the torch off before the stream stops. */
export function switchTorchOff(stream: MediaStream): void {
  if (!torchStreams.delete(stream)) return;
  constrain(stream, { torch: false }).catch(() => {
    // Throws where the track has already ended. The torch is then off too.
  });
}

async function constrain(stream: MediaStream, constraint: Readonly<Record<string, unknown>>): Promise<void> {
  const [track] = stream.getVideoTracks();
  await track?.applyConstraints({ advanced: [constraint as MediaTrackConstraintSet] });
}
